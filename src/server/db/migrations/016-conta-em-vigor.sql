-- The WhatsApp account last in force, wherever it was set, and the numbers of ours before it: what another account
-- approved, and windows opened with another number, are worth nothing now.
alter table configuracao add column whatsapp_em_vigor jsonb;
alter table configuracao add column numeros_anteriores text[] not null default '{}';
