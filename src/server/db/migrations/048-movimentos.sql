-- What banks and payment providers say happened, each once; never changed by a person, only applied. What became of a credit
-- stands beside it, and its parts always add up to it.
create table movimento (
  id bigint generated always as identity primary key,
  origem text not null check (origem in ('pix', 'ofx', 'cnab240', 'cnab400')),
  tipo text not null check (tipo in ('credito', 'devolucao', 'tarifa', 'outro')),
  banco text,
  conta_bancaria text,
  dia date not null,                    -- the payer's
  dia_credito date,
  valor_centavos bigint not null check (valor_centavos between 1 and 999999999999),
  saiu boolean not null,
  tarifa_centavos bigint not null default 0 check (tarifa_centavos >= 0),
  descricao text not null,
  pagador_nome text,
  pagador_documento text,               -- masked as it came
  txid text,
  end_to_end_id text,
  nosso_numero text,
  ocorrencia text,
  lote boolean not null default false,  -- one credit for all the boletos of a day
  componentes jsonb,                    -- of a charge with due date: what the provider reckoned
  duas_fontes boolean not null default false, -- a statement and a payment provider both told of it
  importacao_id bigint,                 -- an import is never deleted
  created_at timestamptz not null,

  situacao text not null check (situacao in ('novo', 'sugerido', 'credito', 'aplicado', 'ignorado', 'devolvido')),
  motivo text,
  cliente_id bigint references cliente,
  aplicado_centavos bigint not null default 0 check (aplicado_centavos >= 0),
  credito_centavos bigint not null default 0 check (credito_centavos >= 0),
  devolvido_centavos bigint not null default 0 check (devolvido_centavos >= 0),
  -- Of that, what a person said to have given back, and no bank yet.
  sem_prova_centavos bigint not null default 0 check (sem_prova_centavos between 0 and devolvido_centavos),
  ignorado_centavos bigint not null default 0 check (ignorado_centavos >= 0),
  sem_dono_centavos bigint not null generated always as (case when tipo = 'credito'
    then valor_centavos - aplicado_centavos - credito_centavos - devolvido_centavos - ignorado_centavos else 0 end) stored
    check (sem_dono_centavos >= 0),
  automatico boolean not null default false, -- applied by itself
  desfeito boolean not null default false,   -- a person undid it: never by itself again
  a_julgar boolean not null,
  julgado_dia date,
  -- Since when what it may pay is left in peace: from its suggestion, or its credit.
  a_caminho_desde timestamptz,
  -- Of a refund: the credit that it took, and how much of each part of it.
  credito_id bigint references movimento,
  tomado jsonb,

  check (tipo = 'credito' or (aplicado_centavos = 0 and credito_centavos = 0 and devolvido_centavos = 0 and ignorado_centavos = 0)),
  check (tipo <> 'credito' or case situacao
    when 'novo' then sem_dono_centavos > 0 and aplicado_centavos + credito_centavos + ignorado_centavos = 0
    when 'sugerido' then sem_dono_centavos > 0 and aplicado_centavos + credito_centavos + ignorado_centavos = 0
    when 'credito' then credito_centavos > 0 and sem_dono_centavos + ignorado_centavos = 0
    when 'aplicado' then aplicado_centavos > 0 and sem_dono_centavos + ignorado_centavos + credito_centavos = 0
    when 'ignorado' then ignorado_centavos > 0 and sem_dono_centavos + aplicado_centavos + credito_centavos = 0
    else devolvido_centavos = valor_centavos end),
  check (credito_centavos = 0 or cliente_id is not null),
  check (credito_id is null or tipo = 'devolucao')
);
create index movimento_dia on movimento (dia, id);
create index movimento_situacao on movimento (situacao, dia, id);
create index movimento_valor on movimento (valor_centavos, dia);
create index movimento_a_julgar on movimento (id) where a_julgar;
create index movimento_pix on movimento (end_to_end_id) where tipo = 'credito' and end_to_end_id is not null;
create index movimento_cliente on movimento (cliente_id) where cliente_id is not null;
create index movimento_credito on movimento (cliente_id) where credito_centavos > 0;
create index movimento_devolucoes on movimento (credito_id) where credito_id is not null;
create index movimento_lote on movimento (dia_credito) where tipo = 'credito' and nosso_numero is not null;

-- By what a movement is known (domain/repeticao.ts), hashed: the nth of its kind in any one file. Who was told twice has two.
create table movimento_chave (
  chave bytea not null,
  vez int not null,
  movimento_id bigint not null references movimento on delete cascade,
  primary key (chave, vez)
);
create index movimento_chave_movimento on movimento_chave (movimento_id);

-- The imports in whose files a movement stands: it is there as long as one of them is.
create table movimento_visto (
  importacao_id bigint not null,
  movimento_id bigint not null references movimento on delete cascade,
  primary key (importacao_id, movimento_id)
);
create index movimento_visto_movimento on movimento_visto (movimento_id);

-- What could explain a credit that nobody decided about, best first.
create table sugestao (
  movimento_id bigint not null references movimento on delete cascade,
  ordem int not null check (ordem between 1 and 5),
  acao text not null check (acao in ('aplicar', 'vincular', 'ignorar')),
  cliente_id bigint references cliente on delete cascade,
  pagamento_id bigint references pagamento,
  certeza text not null check (certeza in ('alta', 'media', 'baixa')),
  porque text not null,
  primary key (movimento_id, ordem),
  check ((acao = 'vincular') = (pagamento_id is not null)),
  check ((acao = 'ignorar') = (cliente_id is null))
);
create index sugestao_cliente on sugestao (cliente_id);
create index sugestao_pagamento on sugestao (pagamento_id) where pagamento_id is not null;
create table sugestao_conta (
  movimento_id bigint not null,
  ordem int not null,
  conta_id bigint not null references conta on delete cascade,
  valor_centavos bigint not null check (valor_centavos > 0),
  primary key (movimento_id, ordem, conta_id),
  foreign key (movimento_id, ordem) references sugestao on delete cascade
);
create index sugestao_conta_conta on sugestao_conta (conta_id);

-- Since when an account is left in peace: for money that may be its own (not again before it was billed), and for what paid it
-- and went back.
create table conta_a_caminho (
  conta_id bigint primary key references conta on delete cascade,
  desde timestamptz,
  reaberta_em timestamptz
);
create index conta_a_caminho_desde on conta_a_caminho (desde);
create index conta_a_caminho_reaberta on conta_a_caminho (reaberta_em) where reaberta_em is not null;
create index movimento_a_caminho on movimento (a_caminho_desde) where credito_centavos > 0;

-- Of what movement a payment is: made of it, or recorded by hand and found in it.
alter table pagamento add column movimento_id bigint;
alter table pagamento add constraint pagamento_movimento_id_fkey foreign key (movimento_id) references movimento not valid;
create index pagamento_movimento on pagamento (movimento_id) where movimento_id is not null;

-- What is applied of a movement is what its payments that stand add up to: checked when the transaction commits.
create function conferir_movimento(id_movimento bigint) returns void language plpgsql as $$
declare aplicado bigint; somado bigint;
begin
  select aplicado_centavos into aplicado from movimento where id = id_movimento;
  if not found then return; end if;
  select coalesce(sum(valor_centavos), 0) into somado from pagamento where movimento_id = id_movimento and estornado_em is null;
  if aplicado <> somado then
    raise exception 'movimento %: aplicado_centavos % but payments add up to %', id_movimento, aplicado, somado using errcode = 'check_violation';
  end if;
end $$;
create function conferir_aplicado() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'movimento' then
    perform conferir_movimento(new.id);
  else
    if tg_op = 'UPDATE' then perform conferir_movimento(old.movimento_id); end if;
    perform conferir_movimento(new.movimento_id);
  end if;
  return null;
end $$;
create constraint trigger movimento_confere after update of aplicado_centavos on movimento deferrable initially deferred
  for each row when (old.aplicado_centavos is distinct from new.aplicado_centavos) execute function conferir_aplicado();
create constraint trigger pagamento_do_movimento_novo after insert on pagamento deferrable initially deferred
  for each row when (new.movimento_id is not null) execute function conferir_aplicado();
create constraint trigger pagamento_do_movimento after update on pagamento deferrable initially deferred
  for each row when (old.movimento_id is not null or new.movimento_id is not null) execute function conferir_aplicado();

-- By what candidates are found: a boleto's number (zeros, punctuation and carteira aside, with its check digit or without), the
-- digits of a CPF that banks show, what is open, and what was recorded by hand.
alter table conta add column nosso_numero text;
alter table conta add column linha_digitavel text;
create function numero_canonico(numero text) returns text language sql immutable strict parallel safe as
  $$ select ltrim(regexp_replace(upper(split_part(numero, '/', -1)), '[^0-9A-Z]', '', 'g'), '0') $$;
create index conta_nosso_numero on conta (numero_canonico(nosso_numero)) where nosso_numero is not null;
create index conta_nosso_numero_sem_digito on conta (left(numero_canonico(nosso_numero), -1)) where nosso_numero is not null;
create index conta_aberto on conta ((valor_centavos - pago_centavos)) where situacao = 'aberta';
create index cliente_miolo on cliente (substr(documento, 4, 6)) where length(documento) = 11;
create index pagamento_a_vincular on pagamento (valor_centavos, pago_em)
  where origem = 'manual' and movimento_id is null and estornado_em is null;

-- Files of banks are imports too.
alter table importacao drop constraint importacao_tipo_check;
alter table importacao add constraint importacao_tipo_check check (tipo in ('csv', 'xml', 'extrato'));
