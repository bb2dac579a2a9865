-- Phones of lists of who is not to be contacted (Procon's and the like), in their canonical form, as each list said last. They count
-- from thirty days after they were registered.
create table bloqueio (
  id bigint generated always as identity primary key,
  canonico text not null check (canonico ~ '^[0-9]{10,20}$'),
  origem text not null check (length(origem) between 1 and 100),
  registrado_em date not null,
  vale_de date not null generated always as (registrado_em + 30) stored,
  unique (canonico, origem)
);
create index bloqueio_origem on bloqueio (origem, id);
-- When each list was last brought.
create table lista_de_bloqueio (
  origem text primary key,
  importada_em timestamptz not null
);
-- A customer's word that the company may write to this phone all the same.
create table autorizacao (
  id bigint generated always as identity primary key,
  cliente_id bigint not null references cliente,
  contato_id bigint references contato,
  origem text not null check (length(origem) between 1 and 100),
  texto text not null check (length(texto) between 1 and 1000),
  em date not null,
  usuario_id bigint references usuario,
  criada_em timestamptz not null
);
create index autorizacao_cliente on autorizacao (cliente_id, contato_id);
