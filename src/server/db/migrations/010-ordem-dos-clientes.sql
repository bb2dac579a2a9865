-- All customers by name or by what they owe, either way: a page is read in order instead of sorting every customer.
create index cliente_nome on cliente (normalizar(nome));
create index cliente_aberto on cliente (aberto_centavos);
