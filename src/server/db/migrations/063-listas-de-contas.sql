-- A list of accounts passes over others', and over a day's before a page, by the index alone: it says whose an account is, whether it
-- is open and late, and whose the customer is. One of an origin, however rare, is read in the order of its due days.
drop index conta_vencimento;
drop index conta_valor;
create index conta_vencimento on conta (vencimento, id) include (cliente_id, situacao, vencimento_util);
create index conta_valor on conta (valor_centavos, id) include (cliente_id, situacao, vencimento_util);
create index conta_origem on conta (origem, vencimento, id);
create index cliente_de_quem on cliente (id) include (operador_id);
