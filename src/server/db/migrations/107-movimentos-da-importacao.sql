-- sem transação
-- What an import was the first to bring stands with the movement alone; `movimento_visto` is written of what others had told before.
drop index concurrently if exists movimento_importacao;
create index concurrently movimento_importacao on movimento (importacao_id) where importacao_id is not null;
