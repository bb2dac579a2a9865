-- Each session has a number its owner may end it by, the browser it was opened in, and when its password was last typed
-- (null: when it was opened, as a node of the version before leaves it).
alter table sessao
  add column id bigint generated always as identity,
  add column navegador text,
  add column confirmada_em timestamptz;
create unique index sessao_id on sessao (id);

alter table usuario
  -- Another person typed the password.
  add column senha_de_outro boolean not null default false,
  -- The second factor's secret, closed with SECRET_KEY; since when it is in force (null: no code has proved it yet); the last
  -- 30 seconds whose code was taken, so that none is taken twice.
  add column segundo_fator_cifrado bytea,
  add column segundo_fator_em timestamptz,
  add column segundo_fator_passo bigint;

-- Ten codes for who lost the second factor, each good once: found by their first letters, kept as passwords are.
create table codigo_de_recuperacao (
  usuario_id bigint not null references usuario on delete cascade,
  marca text not null,
  hash text not null,
  usado_em timestamptz,
  primary key (usuario_id, marca)
);

-- One row: what the company asks of whoever signs in.
create table acesso (
  id int primary key default 1 check (id = 1),
  exigir_segundo_fator boolean not null default false,
  exigir_troca_de_senha boolean not null default false,
  sessao_ociosa_horas smallint not null default 12 check (sessao_ociosa_horas between 1 and 12)
);
insert into acesso default values;
