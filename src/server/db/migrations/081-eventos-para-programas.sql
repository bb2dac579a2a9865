-- Programs of the company that are called when something changes.
create table webhook (
  id bigint generated always as identity primary key,
  url text not null check (length(url) <= 2000),
  eventos text[] not null check (cardinality(eventos) > 0 and eventos <@ array['cliente.mudou', 'mensagem.recebida', 'conta.paga', 'conta.estornada', 'acordo.mudou', 'promessa.mudou', 'contestacao.mudou']),
  segredo_cifrado bytea, -- null: lost with the key it was closed with
  desde bigint not null, -- what happened up to this event is not told
  criado_por bigint not null references usuario,
  created_at timestamptz not null,
  removido_em timestamptz
);

-- What changed, in ids and statuses only: written by whatever statement changes it, and numbered once it is there to be seen (`ordem`),
-- one number after the other, so that who reads on from a number misses nothing.
create table evento_de_integracao (
  id bigint generated always as identity primary key,
  ordem bigint unique,
  tipo text not null check (tipo in ('cliente.mudou', 'mensagem.recebida', 'conta.paga', 'conta.estornada', 'acordo.mudou', 'promessa.mudou', 'contestacao.mudou')),
  cliente_id bigint not null,
  dados jsonb not null,
  created_at timestamptz not null
);
create index evento_de_integracao_por_numerar on evento_de_integracao (id) where ordem is null;
create table ordem_dos_eventos (ultima bigint not null);
insert into ordem_dos_eventos values (0);
create unique index ordem_dos_eventos_uma on ordem_dos_eventos ((true));

-- Each event to each webhook that wants it, one after the other for a customer.
create table entrega (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhook,
  evento_id bigint not null,
  tipo text not null,
  cliente_id bigint not null,
  dados jsonb not null,
  ocorrido_em timestamptz not null,
  status text not null default 'pendente' check (status in ('pendente', 'entregue', 'separada')),
  tentativas int not null default 0,
  proxima_em timestamptz not null,
  desde timestamptz not null, -- when it was first to be sent, or was asked for again: three days count from here
  http int,
  erro text,
  tentada_em timestamptz,
  entregue_em timestamptz,
  unique (webhook_id, evento_id)
);
create index entrega_por_vez on entrega (webhook_id, cliente_id, id) where status = 'pendente';
create index entrega_pronta on entrega (webhook_id, proxima_em) where status = 'pendente';
create index entrega_lista on entrega (webhook_id, status, id);
create index entrega_antiga on entrega (ocorrido_em) where status <> 'pendente';

-- Nobody reads: nothing is written. What once was read is written on, so that nothing is missing when somebody reads again.
create function contar_a_programas(tipo text, cliente_id bigint, dados jsonb, em timestamptz) returns void language sql as $$
  insert into evento_de_integracao (tipo, cliente_id, dados, created_at)
    select tipo, cliente_id, dados, em
    where cliente_id is not null and (exists (select from webhook) or exists (select from token_de_acesso where 'eventos:ler' = any(escopos)));
  select pg_notify('integracao', '') where exists (select from webhook where removido_em is null);
$$;

create function cliente_mudou() returns trigger language plpgsql as $$
begin
  perform contar_a_programas('cliente.mudou', new.id,
    jsonb_build_object('cliente_id', new.id, 'codigo_externo', new.codigo_externo, 'status', new.status), new.updated_at);
  return null;
end $$;
create function clientes_novos() returns trigger language plpgsql as $$
begin
  if exists (select from webhook) or exists (select from token_de_acesso where 'eventos:ler' = any(escopos)) then
    perform contar_a_programas('cliente.mudou', id,
      jsonb_build_object('cliente_id', id, 'codigo_externo', codigo_externo, 'status', status), updated_at) from depois order by id;
  end if;
  return null;
end $$;
create trigger cliente_contado after insert on cliente referencing new table as depois for each statement execute function clientes_novos();
create trigger cliente_mudado after update on cliente for each row
  when ((old.status, old.operador_id, old.nome, old.documento, old.telefone, old.email, old.codigo_externo)
    is distinct from (new.status, new.operador_id, new.nome, new.documento, new.telefone, new.email, new.codigo_externo))
  execute function cliente_mudou();

create function mensagem_recebida() returns trigger language plpgsql as $$
begin
  perform contar_a_programas('mensagem.recebida', new.cliente_id,
    jsonb_build_object('mensagem_id', new.id, 'cliente_id', new.cliente_id, 'tipo', new.tipo), new.created_at);
  return null;
end $$;
create trigger mensagem_contada after insert on mensagem for each row
  when (new.direcao = 'recebida' and new.cliente_id is not null) execute function mensagem_recebida();

create function conta_paga() returns trigger language plpgsql as $$
begin
  perform contar_a_programas('conta.paga', new.cliente_id,
    jsonb_build_object('conta_id', new.id, 'cliente_id', new.cliente_id, 'status', 'paga'), new.updated_at);
  return null;
end $$;
create trigger conta_contada after update on conta for each row
  when (new.situacao = 'paga' and old.situacao <> 'paga') execute function conta_paga();

create function pagamento_estornado() returns trigger language plpgsql as $$
begin
  perform contar_a_programas('conta.estornada', new.cliente_id,
    jsonb_build_object('conta_id', a.conta_id, 'cliente_id', new.cliente_id, 'pagamento_id', new.id), new.estornado_em)
  from pagamento_alocacao a where a.pagamento_id = new.id order by a.conta_id;
  return null;
end $$;
create trigger pagamento_contado after update on pagamento for each row
  when (old.estornado_em is null and new.estornado_em is not null) execute function pagamento_estornado();

-- Agreements, promises and disputes change in the same way: `tg_argv` names the event and the field of its id.
create function mudou_de_status() returns trigger language plpgsql as $$
begin
  perform contar_a_programas(tg_argv[0], new.cliente_id,
    jsonb_build_object(tg_argv[1], new.id, 'cliente_id', new.cliente_id, 'status', new.status), coalesce(new.encerrada_em, new.criada_em));
  return null;
end $$;
create trigger negociacao_contada after insert on negociacao for each row execute function mudou_de_status('acordo.mudou', 'negociacao_id');
create trigger negociacao_mudada after update on negociacao for each row
  when (old.status <> new.status) execute function mudou_de_status('acordo.mudou', 'negociacao_id');
create trigger promessa_contada after insert on promessa for each row execute function mudou_de_status('promessa.mudou', 'promessa_id');
create trigger promessa_mudada after update on promessa for each row
  when (old.status <> new.status) execute function mudou_de_status('promessa.mudou', 'promessa_id');
create trigger contestacao_contada after insert on contestacao for each row execute function mudou_de_status('contestacao.mudou', 'contestacao_id');
create trigger contestacao_mudada after update on contestacao for each row
  when (old.status <> new.status) execute function mudou_de_status('contestacao.mudou', 'contestacao_id');
