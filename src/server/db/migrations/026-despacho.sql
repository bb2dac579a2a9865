-- How the sending goes, known alike to every node, whoever dispatches. One row.
create table despacho (
  id int primary key default 1 check (id = 1),
  posicao bigint not null default 0,    -- messages ever marked to be sent; only a restored database goes back
  marcou_em timestamptz,                -- the last mark, by the database's clock: the pace outlives its keeper
  andou_em timestamptz,                 -- the last answer of WhatsApp, by the company's clock
  -- Tries in a row that came to nothing: of what kind the last was, since when, and how many probes failed since.
  falha_tipo text check (falha_tipo in ('sem_resposta', 'sem_conexao', 'recusa')),
  falha_desde timestamptz,
  falha_detalhe text,
  sondas int not null default 0,
  fila_parada_em timestamptz,           -- the queue was found standing still, and that was told
  check ((falha_tipo is null) = (falha_desde is null))
);
insert into despacho default values;
