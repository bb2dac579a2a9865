-- What a line of the log may lead to stands beside it, written by the program alone; null: an earlier version wrote it.
alter table log add column referencias jsonb;

-- Why somebody did it, in that person's words: beside the log, so that a customer's data can be erased from it.
create table log_motivo (
  log_id bigint primary key references log,
  motivo text not null
);
do $$ begin
  create index log_motivo_busca on log_motivo using gin (normalizar(motivo) gin_trgm_ops);
exception when undefined_object then
  raise notice 'pg_trgm is not available: a search of reasons reads all of them';
end $$;

-- What people had typed into lines of earlier versions (reasons, and the numbers of accounts), taken out of a copy of the line.
create function log_sem_digitados(linha log) returns text language sql immutable as $$
  select case
    when linha.referencias is not null or linha.entidade is distinct from 'cliente' then linha.descricao
    when linha.acao like 'conta.%' and linha.dados ? 'conta' then regexp_replace(
      sem_motivo,
      '^(Conta |Pagamento de R\$[^a-z]*da conta )(?!\{conta:\d+\} ).*( de \{cliente:\d+\}| de R\$)',
      '\1{conta:' || (linha.dados ->> 'conta') || '}\2')
    else sem_motivo end
  from (select case
    when linha.acao in ('conta.cancelar', 'conta.estornar', 'cliente.anonimizar')
      then regexp_replace(linha.descricao, ' Motivo: .*$', ' Motivo: [apagado a pedido do titular]')
    when linha.acao = 'negociacao.cancelar'
      then regexp_replace(linha.descricao, ' cancelado: .*$', ' cancelado: [apagado a pedido do titular]')
    else linha.descricao end as sem_motivo) as s
$$;

-- The log is append-only but for one thing, which the law demands: of a customer made anonymous, an earlier version's line may
-- lose what people had typed into it, and nothing else.
create or replace function log_e_para_sempre() returns trigger language plpgsql as $$
declare limpa log := old;
begin
  if tg_op = 'UPDATE' then
    limpa.descricao := log_sem_digitados(old);
    if new is not distinct from limpa
      and exists (select from cliente where id = old.entidade_id and anonimizado_em is not null) then
      return new;
    end if;
  end if;
  raise exception 'the log is append-only';
end $$;
create function log_motivo_e_para_sempre() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.log_id = old.log_id and new.motivo = '[apagado a pedido do titular]'
    and exists (select from log l join cliente c on c.id = l.entidade_id
      where l.id = old.log_id and l.entidade = 'cliente' and c.anonimizado_em is not null) then
    return new;
  end if;
  raise exception 'the log is append-only';
end $$;
create trigger log_motivo_imutavel before update or delete on log_motivo for each row execute function log_motivo_e_para_sempre();

-- Of the owner, since the program itself may change nothing in the log.
create function apagar_do_log(anonimizado bigint) returns void language sql security definer set search_path from current as $$
  update log_motivo m set motivo = '[apagado a pedido do titular]' from log l
    where l.entidade = 'cliente' and l.entidade_id = anonimizado and m.log_id = l.id;
  update log l set descricao = log_sem_digitados(l) where entidade = 'cliente' and entidade_id = anonimizado
    and referencias is null and descricao <> log_sem_digitados(l);
$$;
