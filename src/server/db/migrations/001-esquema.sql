-- The whole schema. Money in cents (bigint), days as date (company's calendar), instants as timestamptz.
-- Business time always comes in as a parameter; now() is never read here.

-- Search ignores accents and case; immutable, so that a generated column may use it.
create function normalizar(texto text) returns text language sql immutable strict parallel safe as
-- accents first: lower() of a C-locale database knows ASCII only
$$ select lower(translate(texto,
  'áàâãäåéèêëíìîïóòôõöúùûüçñýÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝ',
  'aaaaaaeeeeiiiiooooouuuucnyaaaaaaeeeeiiiiooooouuuucny')) $$;

create table usuario (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 120),
  email text not null check (length(email) <= 254),
  senha_hash text not null,
  role text not null check (role in ('admin', 'operador')),
  status text not null default 'Ativo' check (status in ('Ativo', 'Bloqueado')),
  ultima_entrada_em timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index usuario_email on usuario (lower(email));

create table sessao (
  token_hash bytea primary key,
  usuario_id bigint not null references usuario on delete cascade,
  criada_em timestamptz not null,
  usada_em timestamptz not null,
  ip text
);
create index sessao_usuario on sessao (usuario_id);

-- Failed sign-ins, counted over all nodes: by e-mail and by address, in a sliding window.
create table tentativa_login (
  id bigint generated always as identity primary key,
  chave text not null,
  em timestamptz not null
);
create index tentativa_login_chave on tentativa_login (chave, em);

-- One row: the company's settings.
create table configuracao (
  id int primary key default 1 check (id = 1),
  empresa text not null default 'Minha Empresa',
  pix text,
  dias_uteis boolean not null default false,
  inicio text not null default '08:00',
  fim text not null default '20:00',
  sabado_inicio text not null default '08:00',
  sabado_fim text not null default '14:00',
  max_tentativas int not null default 6 check (max_tentativas between 1 and 100),
  intervalo_minimo_dias int not null default 2 check (intervalo_minimo_dias between 0 and 60),
  multa_centesimos int not null default 200 check (multa_centesimos between 0 and 10000), -- hundredths of a percent
  juros_mes_centesimos int not null default 100 check (juros_mes_centesimos between 0 and 10000),
  whatsapp_api_url text,
  whatsapp_phone_number_id text,
  whatsapp_business_account_id text,
  whatsapp_token_cifrado bytea,
  whatsapp_app_secret_cifrado bytea,
  whatsapp_verify_token_cifrado bytea,
  whatsapp_situacao jsonb,              -- what Meta last said of the number
  whatsapp_verificado_em timestamptz,
  webhook_recebido_em timestamptz,
  conta_parada_codigo text,             -- an account problem stops the dispatcher until `verificar`
  conta_parada_mensagem text,
  conta_parada_em timestamptz,
  conta_retomada_em timestamptz,
  chave_embutida jsonb                  -- the emulator's own credentials, when it serves
);
insert into configuracao default values;

create table feriado (dia date primary key);

create table passo_regua (
  id bigint generated always as identity primary key,
  dias int not null unique check (dias between -60 and 365),
  tipo text not null check (tipo in ('lembrete', 'vencimento', 'atraso', 'atraso_grave')),
  ativo boolean not null default true
);
insert into passo_regua (dias, tipo) values
  (-3, 'lembrete'), (0, 'vencimento'), (2, 'atraso'), (5, 'atraso'), (10, 'atraso'), (20, 'atraso_grave'), (30, 'atraso_grave');

-- One row per canonical phone: one person to the engine, whatever number of customers share it.
-- `hash` is keyed (HMAC): it alone survives anonymisation, so that an opt-out is still honoured.
create table contato (
  id bigint generated always as identity primary key,
  canonico text unique,
  hash bytea not null unique,
  wa_id text,
  bsuid text unique,
  aceita_mensagens boolean not null default true,
  palavra_em timestamptz,               -- Meta's timestamp of the latest PARAR or VOLTAR
  consentimento_origem text,
  invalido_em timestamptz,              -- a number that cannot be on WhatsApp
  janela_ate timestamptz,               -- end of the 24-hour window
  ultimo_modelo_dia date,               -- the day of the last template counted as the day's message
  ultima_cobranca_dia date,             -- the day of the engine's last message
  ultimo_contato_em timestamptz,
  fora_do_horario_dia date
);
-- Meta's limit counts the people reached in the last 24 hours.
create index contato_alcancado on contato (ultimo_contato_em) where ultimo_contato_em is not null;

create table cliente (
  id bigint generated always as identity primary key,
  nome text not null check (length(nome) between 1 and 200),
  documento text unique,
  telefone text,
  contato_id bigint references contato,
  email text,
  codigo_externo text,
  status text not null check (status in ('ativo', 'aguardando_atendimento', 'em_atendimento', 'negociado', 'pausado', 'concluido')),
  operador_id bigint references usuario,
  numero_chamadas int not null default 0 check (numero_chamadas >= 0),
  motivo_pausa text,
  pausado_ate date,
  aguardando_desde timestamptz,
  aguardando_motivo text check (aguardando_motivo in ('respondeu', 'sem_resposta', 'acordo_quebrado', 'nao_aceita_mensagens', 'contato_invalido', 'sem_operador')),
  acordo_quebrado_pendente boolean not null default false, -- broke while paused: into the queue when the pause ends
  nao_lidas int not null default 0 check (nao_lidas >= 0),
  -- kept by the transaction that changes the accounts (clientes.reconciliar)
  aberto_centavos bigint not null default 0 check (aberto_centavos >= 0),
  contas_abertas int not null default 0 check (contas_abertas >= 0),
  vencimento_mais_antigo date,          -- of the open accounts, moved to the business day
  ultimo_contato_em timestamptz,
  importacao_id bigint,
  anonimizado_em timestamptz,
  concluido_em timestamptz,             -- when it last became concluido, having owed; null while it owes
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- begins with a space, so that ' word' finds every word's beginning
  busca text generated always as (' ' || normalizar(nome) || ' ' || coalesce(lower(documento), '') || ' ' ||
    coalesce(telefone, '') || ' ' || coalesce(normalizar(codigo_externo), '')) stored,
  check (documento is not null or anonimizado_em is not null),
  check ((status = 'aguardando_atendimento') = (aguardando_desde is not null and aguardando_motivo is not null)),
  check (status = 'pausado' or (motivo_pausa is null and pausado_ate is null)),
  check (status <> 'pausado' or motivo_pausa is not null),
  check ((status = 'concluido') = (contas_abertas = 0)),
  check (status <> 'em_atendimento' or operador_id is not null),
  check ((contas_abertas = 0) = (vencimento_mais_antigo is null)),
  check ((contas_abertas = 0) = (aberto_centavos = 0))
);
create index cliente_status on cliente (status, vencimento_mais_antigo, id);
create index cliente_operador on cliente (operador_id, status, vencimento_mais_antigo, id);
create index cliente_atraso on cliente (vencimento_mais_antigo, id);
-- an operator's list: unread first, then most days late
create index cliente_carteira on cliente (operador_id, (nao_lidas = 0), vencimento_mais_antigo, id)
  where status in ('ativo', 'em_atendimento', 'negociado', 'pausado');
create index cliente_contato on cliente (contato_id);
create index cliente_fila on cliente (aguardando_desde) where status = 'aguardando_atendimento';
create index cliente_concluido on cliente (operador_id, concluido_em) where concluido_em is not null;
create index cliente_pausa on cliente (pausado_ate) where status = 'pausado';

-- How many customers each operator (null: nobody) has in each status, how many of them with failures, and what they owe:
-- what lists show beside every page. Each statement adds what it changed, so that no two writers wait for each other;
-- the clock folds the rows into one of each (`compactarContagem`).
create table contagem_cliente (
  id bigint generated always as identity primary key,
  operador_id bigint,
  status text not null,
  clientes bigint not null,
  falhas bigint not null,               -- numero_chamadas of 3 or more
  aberto_centavos bigint not null
);
create function contar_clientes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into contagem_cliente (operador_id, status, clientes, falhas, aberto_centavos)
      select operador_id, status, count(*), count(*) filter (where numero_chamadas >= 3), sum(aberto_centavos)
      from depois group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into contagem_cliente (operador_id, status, clientes, falhas, aberto_centavos)
      select operador_id, status, -count(*), -count(*) filter (where numero_chamadas >= 3), -sum(aberto_centavos)
      from antes group by 1, 2;
  else
    insert into contagem_cliente (operador_id, status, clientes, falhas, aberto_centavos)
      select operador_id, status, sum(n), coalesce(sum(n) filter (where numero_chamadas >= 3), 0), sum(n * aberto_centavos) from (
        select operador_id, status, numero_chamadas, aberto_centavos, 1 as n from depois
        union all select operador_id, status, numero_chamadas, aberto_centavos, -1 from antes) as mudou
      group by 1, 2
      having sum(n) <> 0 or sum(n) filter (where numero_chamadas >= 3) <> 0 or sum(n * aberto_centavos) <> 0;
  end if;
  return null;
end $$;
create trigger cliente_conta_novos after insert on cliente
  referencing new table as depois for each statement execute function contar_clientes();
create trigger cliente_conta_mudados after update on cliente
  referencing old table as antes new table as depois for each statement execute function contar_clientes();
create trigger cliente_conta_apagados after delete on cliente
  referencing old table as antes for each statement execute function contar_clientes();

create table importacao (
  id bigint generated always as identity primary key,
  tipo text not null check (tipo in ('csv', 'xml')),
  arquivo text not null,
  usuario_id bigint not null references usuario,
  situacao text not null check (situacao in ('processando', 'concluida', 'falhou', 'desfeita')),
  simulada boolean not null default false,
  lidas int not null default 0,         -- progress: rows or documents read so far
  resultado jsonb,
  mensagem text,
  criada_em timestamptz not null,
  terminada_em timestamptz,
  desfeita_em timestamptz
);
create index importacao_usuario on importacao (usuario_id, id desc) where not simulada;
create index importacao_andamento on importacao (id) where situacao = 'processando';
alter table cliente add foreign key (importacao_id) references importacao;

create table importacao_erro (
  importacao_id bigint not null references importacao on delete cascade,
  ordem int not null,
  linha int,
  campo text,
  mensagem text not null,
  registro json,                        -- the rejected row as it came, columns in their order, to be downloaded beside the reason
  primary key (importacao_id, ordem)
);

-- What an import made or changed, so that it can be undone.
create table importacao_item (
  id bigint generated always as identity,
  importacao_id bigint not null references importacao on delete cascade,
  entidade text not null check (entidade in ('cliente', 'conta', 'nota', 'cancelamento')),
  entidade_id text not null,
  acao text not null check (acao in ('criado', 'atualizado')),
  antes jsonb,
  retrato text,                          -- fingerprint of the row as the import left it: tells whether it changed since
  primary key (importacao_id, id)        -- the one index: a hundred thousand are written at once, and seldom read
);

create table nota_fiscal (
  chave text primary key,
  tipo text not null check (tipo in ('nfe', 'nfse')),
  emitente text not null,
  modelo text not null,
  serie text not null,
  numero text not null,
  importacao_id bigint references importacao,
  unique (emitente, modelo, serie, numero)
);
-- A cancellation may come before its note.
create table nota_cancelada (
  chave text primary key,
  em timestamptz not null,
  importacao_id bigint references importacao
);

create table negociacao (
  id bigint generated always as identity primary key,
  cliente_id bigint not null references cliente,
  status text not null check (status in ('ativa', 'cumprida', 'quebrada', 'cancelada')),
  valor_original_centavos bigint not null check (valor_original_centavos > 0),
  encargos_centavos bigint not null check (encargos_centavos >= 0),
  desconto_centavos bigint not null check (desconto_centavos >= 0),
  valor_negociado_centavos bigint not null check (valor_negociado_centavos > 0),
  observacao text,
  usuario_id bigint references usuario,
  motivo text,
  criada_em timestamptz not null,
  encerrada_em timestamptz,
  check (valor_negociado_centavos = valor_original_centavos + encargos_centavos - desconto_centavos),
  check ((status = 'ativa') = (encerrada_em is null))
);
create unique index negociacao_ativa on negociacao (cliente_id) where status = 'ativa';
create index negociacao_cliente on negociacao (cliente_id);

create table conta (
  id bigint generated always as identity primary key,
  cliente_id bigint not null references cliente,
  numero text not null check (length(numero) between 1 and 60),
  parcela text,                         -- as written on the note ("001"), or the instalment's number
  valor_centavos bigint not null check (valor_centavos > 0),
  pago_centavos bigint not null default 0 check (pago_centavos >= 0 and pago_centavos <= valor_centavos),
  emissao date not null,
  vencimento date not null,
  vencimento_util date not null,        -- moved to the next business day: what lateness counts from
  situacao text not null default 'aberta' check (situacao in ('aberta', 'paga', 'negociada', 'cancelada')),
  origem text not null check (origem in ('nfe', 'manual', 'negociacao', 'csv')),
  chave_nfe text,
  ordem int,                            -- of the dup in its note
  nota_cancelada boolean not null default false,
  acordo_id bigint references negociacao,         -- the agreement this account is an instalment of
  parcela_numero int,
  substituida_por bigint references negociacao,   -- the agreement that replaced it
  pago_em date,
  motivo_cancelamento text,
  importacao_id bigint references importacao,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (chave_nfe, ordem),
  check ((origem = 'negociacao') = (acordo_id is not null)),
  check ((acordo_id is null) = (parcela_numero is null)),
  check ((situacao = 'paga') = (pago_em is not null)),
  check (situacao <> 'paga' or pago_centavos = valor_centavos),
  check (situacao <> 'aberta' or pago_centavos < valor_centavos),
  check ((situacao = 'negociada') = (substituida_por is not null)),
  check (not nota_cancelada or situacao <> 'aberta')
);
create index conta_cliente on conta (cliente_id, situacao);
create index conta_vencimento on conta (vencimento, id);
create index conta_abertas on conta (vencimento_util) where situacao = 'aberta';
create index conta_parcela_dia on conta (vencimento_util) where origem = 'negociacao';
create index conta_acordo on conta (acordo_id) where acordo_id is not null;
create index conta_substituida on conta (substituida_por) where substituida_por is not null;
-- The same CSV twice changes nothing: the customer and the account's number identify it.
create unique index conta_csv on conta (cliente_id, numero) where origem = 'csv';
create unique index conta_parcela on conta (acordo_id, parcela_numero) where acordo_id is not null;

-- Search anywhere in a text. pg_trgm comes with PostgreSQL; on a server without it search works, only slower.
do $$ begin
  create extension if not exists pg_trgm;
  create index cliente_busca on cliente using gin (busca gin_trgm_ops);
  create index conta_busca on conta using gin ((' ' || normalizar(numero)) gin_trgm_ops);
exception when undefined_file or insufficient_privilege or feature_not_supported then
  raise notice 'pg_trgm is not available: search reads whole tables';
end $$;

-- What the agreement replaced, and how much of each was open then.
create table negociacao_conta (
  negociacao_id bigint not null references negociacao on delete cascade,
  conta_id bigint not null references conta,
  aberto_centavos bigint not null check (aberto_centavos > 0),
  primary key (negociacao_id, conta_id)
);

-- A payment keeps its id and day wherever it stands; allocations say which accounts it pays.
create table pagamento (
  id bigint generated always as identity primary key,
  cliente_id bigint not null references cliente,
  valor_centavos bigint not null check (valor_centavos > 0),
  pago_em date not null,
  forma text not null check (forma in ('pix', 'boleto', 'transferencia', 'dinheiro', 'cartao', 'outro')),
  usuario_id bigint references usuario,
  operador_id bigint references usuario, -- the customer's owner on the day of payment
  criado_em timestamptz not null,
  estornado_em timestamptz,
  motivo_estorno text,
  check ((estornado_em is null) = (motivo_estorno is null))
);
create index pagamento_cliente on pagamento (cliente_id);
create index pagamento_dia on pagamento (pago_em) where estornado_em is null;
create table pagamento_alocacao (
  pagamento_id bigint not null references pagamento on delete cascade,
  conta_id bigint not null references conta,
  principal_centavos bigint not null check (principal_centavos >= 0),
  encargos_centavos bigint not null check (encargos_centavos >= 0),
  primary key (pagamento_id, conta_id),
  check (principal_centavos + encargos_centavos > 0)
);
create index pagamento_alocacao_conta on pagamento_alocacao (conta_id);

-- Money adds up: checked when the transaction commits.
create function conferir_conta(id_conta bigint) returns void language plpgsql as $$
declare pago bigint; somado bigint;
begin
  select pago_centavos into pago from conta where id = id_conta;
  if not found then return; end if;
  select coalesce(sum(a.principal_centavos), 0) into somado
    from pagamento_alocacao a join pagamento p on p.id = a.pagamento_id
    where a.conta_id = id_conta and p.estornado_em is null;
  if pago <> somado then
    raise exception 'conta %: pago_centavos % but payments add up to %', id_conta, pago, somado using errcode = 'check_violation';
  end if;
end $$;
create function conferir_pagamento(id_pagamento bigint) returns void language plpgsql as $$
declare valor bigint; somado bigint;
begin
  select valor_centavos into valor from pagamento where id = id_pagamento and estornado_em is null;
  if not found then return; end if;
  select coalesce(sum(principal_centavos + encargos_centavos), 0) into somado from pagamento_alocacao where pagamento_id = id_pagamento;
  if valor <> somado then
    raise exception 'pagamento %: valor % but allocations add up to %', id_pagamento, valor, somado using errcode = 'check_violation';
  end if;
end $$;
create function conferir_dinheiro() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'conta' then
    perform conferir_conta(new.id);
  elsif tg_table_name = 'pagamento' then
    perform conferir_pagamento(new.id);
    perform conferir_conta(a.conta_id) from pagamento_alocacao a where a.pagamento_id = new.id;
  else
    if tg_op <> 'INSERT' then perform conferir_conta(old.conta_id); perform conferir_pagamento(old.pagamento_id); end if;
    if tg_op <> 'DELETE' then perform conferir_conta(new.conta_id); perform conferir_pagamento(new.pagamento_id); end if;
  end if;
  return null;
end $$;
create constraint trigger conta_confere_nova after insert on conta deferrable initially deferred
  for each row when (new.pago_centavos <> 0) execute function conferir_dinheiro();
create constraint trigger conta_confere after update of pago_centavos on conta deferrable initially deferred
  for each row when (old.pago_centavos is distinct from new.pago_centavos) execute function conferir_dinheiro();
create constraint trigger pagamento_confere after insert or update on pagamento deferrable initially deferred
  for each row execute function conferir_dinheiro();
create constraint trigger alocacao_confere after insert or update or delete on pagamento_alocacao deferrable initially deferred
  for each row execute function conferir_dinheiro();

create table modelo (
  tipo text primary key check (tipo in ('lembrete', 'vencimento', 'atraso', 'atraso_grave', 'negociacao', 'parcela', 'pagamento', 'reengajar', 'fora_do_horario')),
  titulo text not null,
  categoria text not null default 'UTILITY',
  idioma text not null default 'pt_BR',
  updated_at timestamptz not null
);
-- Each text is a version; the last approved one is what is sent until a newer one is approved.
create table modelo_versao (
  id bigint generated always as identity primary key,
  tipo text not null references modelo,
  numero int not null,
  texto text not null check (length(texto) between 1 and 1024),
  nome_meta text unique,
  meta_id text unique,
  situacao text not null check (situacao in ('aprovado', 'pendente', 'rejeitado', 'pausado', 'local')),
  motivo text,
  criada_em timestamptz not null,
  enviada_em timestamptz,
  aprovada_em timestamptz,
  usuario_id bigint references usuario,
  unique (tipo, numero)
);

create table execucao (
  id bigint generated always as identity primary key,
  dia date not null,
  simulada boolean not null,
  forcada boolean not null,
  automatica boolean not null,
  usuario_id bigint references usuario,
  criada_em timestamptz not null,
  avaliados int not null,
  enfileiradas int not null,
  ignorados jsonb not null
);
create index execucao_dia on execucao (dia) where not simulada;
create table execucao_item (
  execucao_id bigint not null references execucao on delete cascade,
  cliente_id bigint not null references cliente on delete cascade, -- a customer goes only with an import undone
  enviada boolean not null,
  motivo text not null,
  passo int,
  detalhe text,                         -- what became of it later; the rest follows from the reason
  primary key (execucao_id, cliente_id)
);

create table mensagem (
  id bigint generated always as identity primary key,
  cliente_id bigint references cliente,
  contato_id bigint references contato,
  direcao text not null check (direcao in ('enviada', 'recebida')),
  tipo text not null check (tipo in ('texto', 'template', 'imagem', 'documento', 'audio', 'video', 'botao', 'outro')),
  conteudo text not null,
  status text not null check (status in ('pendente', 'enviada', 'entregue', 'lida', 'falha', 'cancelada', 'recebida')),
  erro_codigo text,
  erro_mensagem text,
  autor_id bigint references usuario,
  automatica boolean not null default false,
  -- what it is for; only `regua` counts as the engine's attempt, the answers are no contact in any figure
  finalidade text not null check (finalidade in ('regua', 'parcela', 'atendimento', 'reengajar', 'negociacao', 'pagamento', 'fora_do_horario', 'opt_out', 'recebida')),
  modelo_tipo text references modelo,
  modelo_versao_id bigint references modelo_versao,
  parametros jsonb,
  wamid text unique,
  referencia uuid not null unique default gen_random_uuid(), -- biz_opaque_callback_data
  envio text check (envio in ('fila', 'reivindicada', 'enviando', 'aceita', 'desconhecida', 'encerrada')), -- null: inbound
  dia date,                              -- an engine message is good for this day only
  forcada boolean not null default false,
  execucao_id bigint references execucao,
  passo int,
  tentativas int not null default 0,
  proxima_em timestamptz,
  reivindicada_em timestamptz,
  enviando_em timestamptz,
  aceita_em timestamptz,
  entregue_em timestamptz,
  lida_em timestamptz,
  falhou_em timestamptz,
  contou_chamada boolean not null default false,
  liberada boolean not null default false, -- known not sent: its steps and its day are free again
  nao_lida boolean not null default false,
  responde_a bigint references mensagem,
  midia jsonb,                           -- { id, mime, nome, arquivo }
  meta_em timestamptz,                   -- Meta's own timestamp (inbound)
  telefone text,
  created_at timestamptz not null,
  check ((direcao = 'recebida') = (envio is null)),
  check ((direcao = 'recebida') = (status = 'recebida')),
  check (status <> 'cancelada' or liberada),
  check (finalidade not in ('regua', 'parcela') or (dia is not null and cliente_id is not null and contato_id is not null))
);
create index mensagem_cliente on mensagem (cliente_id, id desc);
create index mensagem_contato on mensagem (contato_id, id desc);
create index mensagem_saida on mensagem (proxima_em, id) where envio = 'fila' and finalidade in ('regua', 'parcela');
-- What people write and what answers them goes out before the engine's own.
create index mensagem_saida_pessoas on mensagem (proxima_em, id) where envio = 'fila' and finalidade not in ('regua', 'parcela');
create index mensagem_em_voo on mensagem (contato_id, id) where envio in ('fila', 'reivindicada', 'enviando', 'desconhecida');
create index mensagem_a_caminho on mensagem (contato_id) where envio in ('reivindicada', 'enviando');
create index mensagem_aceita on mensagem (aceita_em) include (cliente_id, tipo, finalidade) where aceita_em is not null;
create index mensagem_de_pessoa on mensagem (created_at) where autor_id is not null;
create index mensagem_falha on mensagem (falhou_em) where falhou_em is not null;
create index mensagem_recebida on mensagem (created_at) where direcao = 'recebida';
create index mensagem_midia_pendente on mensagem (id) where midia is not null and midia->>'arquivo' is null and midia->>'erro' is null;
create index mensagem_sem_cliente on mensagem (id desc) where cliente_id is null;
-- At most one engine message a day to one phone, whatever crashes.
create unique index mensagem_uma_por_dia on mensagem (dia, contato_id)
  where finalidade in ('regua', 'parcela') and not liberada;

-- Each (account, step, due day) is covered once; a message cancelled, or known not sent, deletes its rows.
create table cobranca_passo (
  conta_id bigint not null references conta on delete cascade,
  dias int not null,
  vencimento date not null,
  mensagem_id bigint not null references mensagem,
  cliente_id bigint not null references cliente,
  primary key (conta_id, dias, vencimento)
);
create index cobranca_passo_mensagem on cobranca_passo (mensagem_id);

-- The webhook inbox: stored before 200, processed in order per contact, poison set aside.
create table evento_whatsapp (
  id bigint generated always as identity primary key,
  chave text not null unique,
  tipo text not null,                    -- mensagem, status, modelo, conta, outro
  contato_chave text,                    -- what it is ordered by
  contato_id bigint references contato,
  payload jsonb not null,
  meta_em timestamptz,
  recebido_em timestamptz not null,
  processado_em timestamptz,
  tentativas int not null default 0,
  proxima_em timestamptz,
  erro text,
  posto_de_lado_em timestamptz
);
create index evento_pendente on evento_whatsapp (contato_chave, id) where processado_em is null and posto_de_lado_em is null;
create index evento_pendente_contato on evento_whatsapp (contato_id) where processado_em is null and posto_de_lado_em is null;
create index evento_de_lado on evento_whatsapp (id) where posto_de_lado_em is not null;

create table log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null,
  nivel text not null check (nivel in ('info', 'aviso', 'erro')),
  acao text not null,
  descricao text not null,               -- holds ids ({cliente:12}), never names: resolved when read
  usuario_id bigint references usuario,
  ip text,
  entidade text,
  entidade_id bigint,
  dados jsonb
);
-- Newest first is by instant: two transactions may commit in another order than their ids.
create index log_entidade on log (entidade, entidade_id, created_at desc, id desc);
create index log_usuario on log (usuario_id, created_at desc, id desc);
create index log_acao on log (acao, created_at desc, id desc);
create index log_quando on log (created_at desc, id desc);
create index log_nivel on log (nivel, created_at desc, id desc) where nivel <> 'info';
create function log_e_para_sempre() returns trigger language plpgsql as
$$ begin raise exception 'the log is append-only'; end $$;
create trigger log_imutavel before update or delete on log for each row execute function log_e_para_sempre();

create table idempotencia (
  usuario_id bigint not null references usuario on delete cascade,
  chave text not null,
  rota text not null,
  corpo_hash bytea not null,
  resposta jsonb,
  criada_em timestamptz not null,
  primary key (usuario_id, chave, rota)
);
