-- sem transação
-- A decision about a Pix or a boleto has the undecided ones of its amount judged again, and of one amount there may be tens of thousands decided.
drop index concurrently if exists movimento_por_decidir;
create index concurrently movimento_por_decidir on movimento (valor_centavos, dia) where situacao in ('novo', 'sugerido');
