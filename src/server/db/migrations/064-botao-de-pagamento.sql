-- A template's variant with WhatsApp's payment button: the same text, another name at Meta, a review of its own.
create table modelo_botao (
  versao_id bigint primary key references modelo_versao,
  forma text not null check (forma in ('payment_request', 'order_details')),
  nome_meta text unique,
  meta_id text unique,
  categoria text not null default 'UTILITY',
  situacao text not null check (situacao in ('aprovado', 'pendente', 'rejeitado', 'pausado', 'local')),
  motivo text,
  enviada_em timestamptz
);
-- WhatsApp there cannot show a payment button: what is written goes without.
alter table contato add column sem_botao_de_pagamento boolean not null default false;
