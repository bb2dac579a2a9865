-- sem transação
-- Whose names a payer's may be though its document is known: only theirs who have none on record. Few of them among many of a name.
drop index concurrently if exists cliente_nome_sem_documento;
create index concurrently cliente_nome_sem_documento on cliente (normalizar(nome)) where documento is null;
