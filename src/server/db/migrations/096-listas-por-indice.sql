-- Customers that a list passes over before a page are passed over in the index alone, which says whose they are and how they stand; the
-- completed ones of an operator and of nobody, whom one list shows together, stand in its order; the queue is counted without its rows.
create index cliente_de_dono on cliente (operador_id, (nao_lidas = 0), vencimento_mais_antigo, id) include (nao_lidas, status);
drop index cliente_dono;
create index cliente_terminado on cliente ((nao_lidas = 0), concluido_em desc nulls last, id desc) include (nao_lidas, operador_id)
  where status = 'concluido';
create index cliente_na_fila on cliente ((aguardando_motivo <> 'acordo_quebrado'), (aguardando_motivo <> 'promessa_quebrada'),
  aguardando_desde, id) include (aguardando_motivo, operador_id) where status = 'aguardando_atendimento';
drop index cliente_fila;
create index cliente_por_atraso on cliente (vencimento_mais_antigo, id) include (operador_id, status);
drop index cliente_atraso;
create index cliente_por_aberto on cliente (aberto_centavos, id) include (operador_id, status);
drop index cliente_aberto;
create index cliente_por_nome on cliente (normalizar(nome), id) include (nome, operador_id, status);
drop index cliente_nome;
