-- An import is never deleted: said once here, not asked of it for each of the hundred thousand rows that name it.
alter table cliente drop constraint cliente_importacao_id_fkey;
alter table conta drop constraint conta_importacao_id_fkey;
alter table importacao_item drop constraint importacao_item_importacao_id_fkey;
create function importacao_fica() returns trigger language plpgsql as
$$ begin raise exception 'an import is never deleted'; end $$;
create trigger importacao_fica before delete on importacao for each statement execute function importacao_fica();

-- Undoing an import deletes customers, accounts and cancelled messages. Every key that points to them is asked for each
-- row that goes, so each needs its index; the two that had none over the largest tables repeat what another key says
-- (an account's customer), or what a report forgets anyway.
create index negociacao_conta_conta on negociacao_conta (conta_id);
create index mensagem_responde_a on mensagem (responde_a) where responde_a is not null;
alter table cobranca_passo drop constraint cobranca_passo_cliente_id_fkey;
alter table execucao_item drop constraint execucao_item_cliente_id_fkey;
