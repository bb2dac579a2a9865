-- A page of all customers by name or by what they owe is read from the index alone, however far it lies: what comes before it
-- is passed over without opening a single row.
drop index cliente_nome;
drop index cliente_aberto;
create index cliente_nome on cliente (normalizar(nome), id) include (nome);
create index cliente_aberto on cliente (aberto_centavos, id);
