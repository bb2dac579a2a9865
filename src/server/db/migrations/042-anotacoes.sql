-- What people write about a customer for each other, and whom they name in it.
create table anotacao (
  id bigint generated always as identity primary key,
  cliente_id bigint not null references cliente,
  autor_id bigint not null references usuario,
  texto text not null check (length(texto) between 1 and 1000),
  fixada boolean not null default false,
  created_at timestamptz not null,
  editada_em timestamptz
);
create index anotacao_cliente on anotacao (cliente_id, id);
create table mencao (
  anotacao_id bigint not null references anotacao on delete cascade,
  usuario_id bigint not null references usuario,
  vista_em timestamptz,
  primary key (usuario_id, anotacao_id)
);
create index mencao_anotacao on mencao (anotacao_id);
