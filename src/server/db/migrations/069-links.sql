-- The links to customers' own pages: of each one customer and one phone. The token itself stands nowhere.
create table link (
  id bigint generated always as identity primary key,
  hash bytea not null unique,
  cliente_id bigint not null references cliente,
  contato_id bigint not null references contato,
  mensagem_id bigint references mensagem,
  criado_em timestamptz not null,
  vale_ate timestamptz not null,
  encerrado_em timestamptz
);
create index link_cliente on link (cliente_id, contato_id);
create index link_mensagem on link (mensagem_id) where mensagem_id is not null;
create index link_vale on link (vale_ate);

-- What is remembered of who knocks, of one customer on one phone, whichever link they use.
create table porta_da_pagina (
  cliente_id bigint not null references cliente,
  contato_id bigint not null references contato,
  erradas timestamptz[] not null default '{}',
  fechada_ate timestamptz,
  sem_link_ate timestamptz,
  dia date,
  atos int not null default 0,
  primary key (cliente_id, contato_id)
);

-- Whether a phone is the customer's, as its holder says: an import or another register does not say otherwise.
create table pessoa_do_telefone (
  cliente_id bigint not null references cliente,
  contato_id bigint not null references contato,
  negada_em timestamptz,
  primary key (cliente_id, contato_id)
);
create index pessoa_do_telefone_contato on pessoa_do_telefone (contato_id);

-- As `idempotencia`, for what is done on a page.
create table idempotencia_da_pagina (
  link_id bigint not null references link on delete cascade,
  chave text not null,
  rota text not null,
  corpo_hash bytea not null,
  resposta jsonb,
  criada_em timestamptz not null,
  primary key (link_id, chave, rota)
);

-- A link ends with its phone, whoever gives the customer another; being made anonymous takes the phone away.
create function encerrar_links() returns trigger language plpgsql as $$
begin
  delete from idempotencia_da_pagina where link_id in (
    select id from link where cliente_id = new.id and contato_id = old.contato_id);
  update link set encerrado_em = new.updated_at
  where cliente_id = new.id and contato_id = old.contato_id and encerrado_em is null;
  return null;
end $$;
create trigger cliente_encerra_links after update of contato_id on cliente for each row
  when (old.contato_id is distinct from new.contato_id) execute function encerrar_links();

-- Answers that say who writes. Every row keeps to the list before, which this contains.
alter table mensagem drop constraint mensagem_finalidade_check;
alter table mensagem add constraint mensagem_finalidade_check check (finalidade in ('regua', 'parcela', 'atendimento', 'reengajar',
  'negociacao', 'pagamento', 'contestacao', 'fora_do_horario', 'opt_out', 'identificacao', 'recebida')) not valid;
-- When the phone last asked who writes.
alter table contato add column verificado_em timestamptz;
