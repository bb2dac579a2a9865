-- A change of SECRET_KEY while nodes run: each key closed with the other, so that whoever has one of them learns the other.
create table troca_de_chave (
  id int primary key default 1 check (id = 1),
  nova_cifrada bytea not null,
  antiga_cifrada bytea not null,
  em_uso_em timestamptz not null -- by the database's own clock
);
