-- When Meta last told what became of a message of ours, and since when it tells nothing although messages go out.
alter table configuracao add column status_recebido_em timestamptz;
alter table configuracao add column sem_status_desde timestamptz;
update configuracao set status_recebido_em = webhook_recebido_em;
