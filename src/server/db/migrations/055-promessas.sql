-- What customers said they would pay, until when, and whether they did. `limite`: the last day on which it may still be kept, which
-- follows the calendar. `depois_de`: the customer's last payment when it was made: only later ones count.
create table promessa (
  id bigint generated always as identity primary key,
  cliente_id bigint not null references cliente,
  valor_centavos bigint not null check (valor_centavos > 0),
  pago_centavos bigint not null default 0 check (pago_centavos >= 0),
  ate date not null,
  limite date not null check (limite > ate),
  status text not null default 'pendente' check (status in ('pendente', 'cumprida', 'parcial', 'quebrada', 'cancelada')),
  origem text not null check (origem in ('operador', 'pagina')),
  observacao text check (length(observacao) between 1 and 1000),
  motivo text, -- why it was cancelled
  usuario_id bigint references usuario,
  depois_de bigint not null,
  criada_em timestamptz not null,
  encerrada_em timestamptz,
  check ((status = 'pendente') = (encerrada_em is null))
);
create index promessa_cliente on promessa (cliente_id, id);
create index promessa_por_julgar on promessa (limite) where status = 'pendente';
create index promessa_encerrada on promessa (encerrada_em) where encerrada_em is not null;
-- The accounts of each; an account is in one pending promise at most.
create table promessa_conta (
  promessa_id bigint not null references promessa,
  conta_id bigint not null references conta,
  pendente boolean not null default true, -- as the promise is
  primary key (promessa_id, conta_id)
);
create unique index promessa_conta_pendente on promessa_conta (conta_id) where pendente;
create index promessa_conta_conta on promessa_conta (conta_id);

-- Broke while the customer was paused: into the queue when the pause ends.
alter table cliente add column promessa_quebrada_pendente boolean not null default false;
-- Every row keeps to the lists before, which these contain.
alter table cliente drop constraint cliente_aguardando_motivo_check;
alter table cliente add constraint cliente_aguardando_motivo_check check (aguardando_motivo in ('respondeu', 'sem_resposta',
  'acordo_quebrado', 'promessa_quebrada', 'nao_aceita_mensagens', 'contato_invalido', 'sem_operador')) not valid;
alter table cliente drop constraint cliente_fila_motivo_check;
alter table cliente add constraint cliente_fila_motivo_check check (fila_motivo in ('respondeu', 'sem_resposta',
  'acordo_quebrado', 'promessa_quebrada', 'nao_aceita_mensagens', 'contato_invalido', 'sem_operador')) not valid;
