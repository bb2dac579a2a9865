-- For how long what no debt, no money and no open case needs is kept; null: for ever, but for what other systems told, a month.
create table guarda (
  id int primary key default 1 check (id = 1),
  mensagens_meses int check (mensagens_meses between 1 and 240),
  arquivos_meses int check (arquivos_meses between 1 and 240),
  clientes_meses int check (clientes_meses between 1 and 240),
  eventos_dias int check (eventos_dias between 8 and 3650),
  feita_em date,                         -- the last day whose erasing is whole
  mensagem_id bigint not null default 0, -- how far that of today has come
  cliente_id bigint not null default 0
);
insert into guarda default values;
alter table mensagem add column texto_apagado_em timestamptz;
-- What is older than a day lies together, as it was written.
create index mensagem_quando on mensagem using brin (created_at);
