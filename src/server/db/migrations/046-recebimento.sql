-- How the company receives: what codes say of it, its payment provider (PSP), and what it decided of money that comes. The Pix
-- key itself stays in configuracao.pix, where a node of the version before reads it.
create table recebimento (
  id integer primary key default 1 check (id = 1),
  cnpj text,
  endereco text,
  telefone text,
  pix_nome text,
  pix_cidade text,
  psp_base_url text,
  psp_token_url text,
  psp_client_id text,
  -- Closed with SECRET_KEY (docs/decisions/025).
  psp_client_secret_cifrado bytea,
  psp_certificado_cifrado bytea,
  psp_chave_privada_cifrado bytea,
  psp_cabecalhos_cifrado bytea,
  psp_webhook_segredo_cifrado bytea,
  psp_certificado_ate timestamptz,
  psp_emulado boolean not null default false, -- the demonstration's own, whose address changes with each start
  psp_erro text, -- null: it answered the last time it was asked
  psp_conferido_em timestamptz,
  psp_webhook_recebido_em timestamptz,
  psp_webhook_erro text, -- why it did not take the address of webhooks
  botao_de_pagamento boolean not null default false,
  carencia_dias_uteis smallint not null default 2 check (carencia_dias_uteis between 0 and 10),
  promessa_max_dias smallint not null default 10 check (promessa_max_dias between 1 and 60),
  perdao_maximo_centavos bigint not null default 2000 check (perdao_maximo_centavos >= 0),
  confirmar_pessoa text not null default 'nunca' check (confirmar_pessoa in ('nunca', 'cpf', 'sempre')),
  -- Secrets may be missing: a SECRET_KEY that was lost takes them along.
  check (num_nulls(psp_base_url, psp_token_url, psp_client_id) in (0, 3)),
  check ((pix_nome is null) = (pix_cidade is null))
);
insert into recebimento default values;
