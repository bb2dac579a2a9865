-- Where a copy was put, on the machine that made it.
alter table copia add column arquivo text;

-- Copies that somebody tried to restore, apart from the company, to know that they can be: a copy that nobody tried is a hope.
create table ensaio_de_copia (
  id bigint generated always as identity primary key,
  ensaiada_em timestamptz not null,
  copia_de timestamptz,
  arquivo text not null,
  linhas bigint check (linhas >= 0),
  erro text,
  check (num_nonnulls(linhas, erro) = 1)
);
create index ensaio_por_quando on ensaio_de_copia (ensaiada_em);
