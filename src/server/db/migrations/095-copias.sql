-- Copies of the whole company, as they were made: by night and by hand. What is told of them stands here; the files are elsewhere.
create table copia (
  id bigint generated always as identity primary key,
  comecou_em timestamptz not null,
  terminou_em timestamptz,
  noturna boolean not null,
  bytes bigint check (bytes >= 0),
  erro text,
  check (num_nonnulls(bytes, erro) = case when terminou_em is null then 0 else 1 end)
);
create index copia_por_comeco on copia (comecou_em);
