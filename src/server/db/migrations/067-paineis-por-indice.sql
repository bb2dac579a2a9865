-- What was received in a month is summed out of an index alone; the latest payments are found without reading the day's.
drop index pagamento_dia;
create index pagamento_dia on pagamento (pago_em) include (operador_id, valor_centavos) where estornado_em is null;
create index pagamento_recente on pagamento (criado_em desc, id desc) include (cliente_id, pago_em) where estornado_em is null;
