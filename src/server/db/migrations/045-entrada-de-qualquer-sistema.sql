-- The inbox takes what any system outside tells, not WhatsApp alone: the same table, with the system's name.
alter table evento_whatsapp rename to evento_recebido;
alter table evento_recebido rename column contato_chave to ordem;
-- What stands here is WhatsApp's, whose keys are older than this: it needs no look.
alter table evento_recebido add column origem text not null default 'whatsapp';
alter table evento_recebido add constraint evento_recebido_origem_check check (origem in ('whatsapp', 'pix')) not valid;
alter table evento_recebido add constraint evento_recebido_chaves_check
  check (origem = 'whatsapp' or (starts_with(chave, origem || ':') and starts_with(coalesce(ordem, chave), origem || ':'))) not valid;
-- Nodes of the version before go on with the table, and the events, that they know.
create view evento_whatsapp as
  select id, chave, tipo, ordem as contato_chave, contato_id, payload, meta_em, recebido_em, processado_em, tentativas, proxima_em,
    erro, posto_de_lado_em, sem_efeito
  from evento_recebido where origem = 'whatsapp';
