-- How far agreements go without asking anybody: each change a version, the last in force.
create table politica_negociacao (
  versao bigint generated always as identity primary key,
  ativa boolean not null,
  faixas jsonb not null,
  segundo_acordo_entrada_centesimos int not null check (segundo_acordo_entrada_centesimos between 0 and 10000),
  usuario_id bigint references usuario,
  desde timestamptz not null
);

-- Agreements that are not yet, or never were. Every row keeps to the lists before, which these contain.
alter table negociacao drop constraint negociacao_status_check;
alter table negociacao add constraint negociacao_status_check check (status in ('proposta', 'aguarda_aprovacao', 'ativa',
  'cumprida', 'quebrada', 'cancelada', 'recusada', 'expirada')) not valid;
alter table negociacao drop constraint negociacao_check1;
alter table negociacao add constraint negociacao_check1
  check ((status in ('proposta', 'aguarda_aprovacao', 'ativa')) = (encerrada_em is null)) not valid;
alter table negociacao
  add column origem text not null default 'operador',
  add column vence_em date, -- by when the entry is paid, or somebody decides
  add column parcelas_previstas jsonb, -- what is agreed on while no account stands for it
  add column pedido jsonb, -- the operator's call, made again when it is approved
  add column alem jsonb, -- what of it goes beyond the policy, in sentences
  add column politica_versao bigint references politica_negociacao,
  add column decidida_por bigint references usuario,
  add column decidida_em timestamptz;
alter table negociacao add constraint negociacao_origem_check check (origem in ('operador', 'pagina')) not valid;
alter table negociacao add constraint negociacao_check2
  check (status not in ('proposta', 'aguarda_aprovacao') or (vence_em is not null and parcelas_previstas is not null)) not valid;
-- One under way a customer, whatever its kind.
create unique index negociacao_em_andamento on negociacao (cliente_id) where status in ('proposta', 'aguarda_aprovacao', 'ativa');
drop index negociacao_ativa;
create index negociacao_em_espera on negociacao (vence_em) where status in ('proposta', 'aguarda_aprovacao');
create index negociacao_por_status on negociacao (status, id);
alter table negociacao_conta add column vencimento date; -- as it was; of agreements from before, nobody knows
create index codigo_negociacao on codigo (negociacao_id) where negociacao_id is not null;

-- What a customer accepted, as proof: the very words, when, from where and by which link.
create table aceite (
  negociacao_id bigint primary key references negociacao,
  oferta_id bigint not null,
  total_centavos bigint not null check (total_centavos > 0),
  texto text not null,
  texto_hash bytea not null check (length(texto_hash) = 32),
  em timestamptz not null,
  endereco text,
  token_hash bytea
);
