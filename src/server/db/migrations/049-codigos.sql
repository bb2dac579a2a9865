-- Payment codes: what each asks, of which accounts, and what became of it.
create table codigo (
  id bigint generated always as identity primary key,
  cliente_id bigint not null references cliente,
  tipo text not null check (tipo in ('pix_estatico', 'pix_cob', 'pix_cobv')),
  txid text not null unique,
  copia_e_cola text, -- null while the PSP is asked for it
  valor_centavos bigint not null check (valor_centavos > 0),
  situacao text not null check (situacao in ('emitido', 'pago', 'substituido', 'expirado', 'cancelado')),
  vale_ate date not null,
  negociacao_id bigint references negociacao,
  mensagem_id bigint references mensagem,
  created_at timestamptz not null,
  -- A charge that may still be paid at the PSP, though it is over here: it is taken back there.
  no_psp boolean not null default false,
  remover_em timestamptz,
  remocoes smallint not null default 0,
  unique (id, situacao)
);
create index codigo_cliente on codigo (cliente_id, id);
create index codigo_mensagem on codigo (mensagem_id) where mensagem_id is not null;
create index codigo_vivo on codigo (vale_ate) where situacao = 'emitido';
create index codigo_a_remover on codigo (id) where no_psp and situacao in ('substituido', 'cancelado');

create table codigo_conta (
  codigo_id bigint not null,
  conta_id bigint not null references conta,
  situacao text not null,
  valor_centavos bigint not null check (valor_centavos > 0), -- of its face
  encargos_centavos bigint not null check (encargos_centavos >= 0),
  primary key (codigo_id, conta_id),
  foreign key (codigo_id, situacao) references codigo (id, situacao) on update cascade
);
-- One live code an account.
create unique index codigo_conta_viva on codigo_conta (conta_id) where situacao = 'emitido';
create index codigo_conta_conta on codigo_conta (conta_id);

-- Whatever changes what an account owes ends the code that asks for it, whoever changes it.
create function cancelar_codigos() returns trigger language plpgsql as $$
begin
  update codigo set situacao = 'cancelado'
  where situacao = 'emitido' and id in (
    select p.codigo_id from depois d join antes a using (id) join codigo_conta p on p.conta_id = d.id
    where p.situacao = 'emitido'
      and (d.valor_centavos, d.pago_centavos, d.vencimento, d.vencimento_util, d.situacao)
        is distinct from (a.valor_centavos, a.pago_centavos, a.vencimento, a.vencimento_util, a.situacao));
  return null;
end $$;
create trigger conta_cancela_codigos after update on conta
  referencing old table as antes new table as depois for each statement execute function cancelar_codigos();
