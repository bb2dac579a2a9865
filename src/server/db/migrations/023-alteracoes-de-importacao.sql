-- What an import would change or cancel at a customer of another operator: kept for an administrator, written by nobody else.
create table importacao_alteracao (
  id bigint generated always as identity primary key,
  importacao_id bigint not null,         -- an import is never deleted
  cliente_id bigint not null references cliente on delete cascade,
  conta_id bigint references conta on delete cascade,
  chave_nfe text,                        -- of the note that would be cancelled
  campo text not null check (campo in ('nome', 'telefone', 'email', 'codigo_externo', 'valor', 'vencimento', 'cancelamento')),
  de text,                               -- as the database writes it: cents, ISO days
  para text,
  situacao text not null default 'pendente' check (situacao in ('pendente', 'aplicada', 'descartada')),
  criada_em timestamptz not null,
  decidida_em timestamptz,
  decidida_por bigint references usuario,
  check ((situacao = 'pendente') = (decidida_em is null)),
  check ((decidida_em is null) = (decidida_por is null)),
  check ((campo in ('valor', 'vencimento')) = (conta_id is not null)),
  check ((campo = 'cancelamento') = (chave_nfe is not null))
);
-- The same file twice asks once.
create unique index importacao_alteracao_pendente on importacao_alteracao
  (cliente_id, campo, coalesce(conta_id, 0), coalesce(chave_nfe, ''), md5(para)) where situacao = 'pendente';
create index importacao_alteracao_situacao on importacao_alteracao (situacao, id);
create index importacao_alteracao_importacao on importacao_alteracao (importacao_id);
create index importacao_alteracao_cliente on importacao_alteracao (cliente_id);
create index importacao_alteracao_conta on importacao_alteracao (conta_id) where conta_id is not null;
