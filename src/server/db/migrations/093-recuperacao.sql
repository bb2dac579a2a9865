-- Somebody asked for a new password. Kept whoever the e-mail is of, so that asking takes the same whether it is anybody's.
create table pedido_de_senha (
  id bigint generated always as identity primary key,
  email text not null,
  ip text,
  pedido_em timestamptz not null,
  situacao text not null check (situacao in ('pendente', 'feito', 'separado')),
  tentativas int not null default 0,
  proxima_em timestamptz not null,
  erro text
);
create index pedido_de_senha_email on pedido_de_senha (email, pedido_em);
create index pedido_de_senha_pendente on pedido_de_senha (proxima_em) where situacao = 'pendente';

-- The latest link of each person, by its hash; it serves the e-mail that it was sent to.
create table link_de_senha (
  usuario_id bigint primary key references usuario,
  token_hash bytea not null unique,
  email text not null,
  expira_em timestamptz not null
);
