-- sem transação
-- Whose an import's item is: erasing one person, or telling them what is kept, read every item of every import.
drop index concurrently if exists importacao_item_de_quem;
create index concurrently importacao_item_de_quem on importacao_item (entidade_id, entidade);
