-- A file taken from the watched folder: what became of it, and whether it was moved out of the way already.
create table arquivo_da_pasta (
  id bigint generated always as identity primary key,
  nome text not null,
  resumo bytea not null,
  situacao text not null check (situacao in ('tomado', 'importado', 'recusado')),
  motivo text,
  tentativas int not null default 0,
  tomado_em timestamptz not null,
  movido_em timestamptz
);
create unique index arquivo_da_pasta_por_mover on arquivo_da_pasta (nome, resumo) where movido_em is null;
alter table importacao add column arquivo_da_pasta_id bigint references arquivo_da_pasta;
create index importacao_da_pasta on importacao (arquivo_da_pasta_id) where arquivo_da_pasta_id is not null;

-- How the folder was found when it was last looked at.
create table pasta_vigiada (
  unica boolean primary key default true check (unica),
  onde text not null,
  erro text,
  desde timestamptz,
  olhada_em timestamptz not null
);
