-- sem transação
-- What is open of an account and when it was due lead to it together: who pays late for somebody else is found by what it cost
-- on that day. It serves what asked for the amount alone, too; what the planner knows of an expression goes with its index.
drop index concurrently if exists conta_aberto_e_dia;
create index concurrently conta_aberto_e_dia on conta ((valor_centavos - pago_centavos), vencimento_util) where situacao = 'aberta';
drop index concurrently if exists conta_aberto;
analyze conta;
