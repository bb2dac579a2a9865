-- What has no accent is most of what is searched: it is only put in small letters. The same answers, in a third of the time.
create or replace function normalizar(texto text) returns text language sql immutable parallel safe as
-- accents first: lower() of a C-locale database knows ASCII only; not `strict`, so that it is written into each query
$$ select lower(case when octet_length(texto) = length(texto) then texto else translate(texto,
  'áàâãäåéèêëíìîïóòôõöúùûüçñýÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝ',
  'aaaaaaeeeeiiiiooooouuuucnyaaaaaaeeeeiiiiooooouuuucny') end) $$;

-- A word anywhere in the log. What an import says of each of its customers is left out, the same words a hundred
-- thousand times: its actions are found by their latest entry (`logs/busca.queries.ts`).
do $$ begin
  create index log_busca on log using gin (normalizar(descricao) gin_trgm_ops)
    where acao not in ('cliente.importar', 'cliente.atualizar');
exception when undefined_object then
  raise notice 'pg_trgm is not available: a search of the log reads all of it';
end $$;

-- How many entries there are of each day and kind. The log only grows, so the clock counts what has come since
-- (`contarLogs`), and writing an entry costs nothing more; readers count what the clock has not.
create table contagem_log (
  dia date not null,
  nivel text not null,
  acao text not null,
  usuario_id bigint,
  entidade text,
  linhas bigint not null,
  unique nulls not distinct (dia, nivel, acao, usuario_id, entidade)
);
create table contagem_log_ate (
  id int primary key default 1 check (id = 1),
  contado bigint not null default 0,    -- the last id counted
  visto bigint not null default 0,      -- the last id there was then: some minutes later all up to it have committed
  visto_em timestamptz not null         -- by the server's own clock
);
insert into contagem_log_ate (visto, visto_em) select coalesce(max(id), 0), clock_timestamp() from log;
