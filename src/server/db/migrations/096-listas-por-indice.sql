-- sem transação
-- Customers that a list passes over before a page are passed over in the index alone, which says whose they are and how they stand; the
-- completed ones of an operator and of nobody, whom one list shows together, stand in its order; the queue is counted without its rows.
drop index concurrently if exists cliente_de_dono;
create index concurrently cliente_de_dono on cliente
  (operador_id, (nao_lidas = 0), vencimento_mais_antigo, id) include (nao_lidas, status);
drop index concurrently if exists cliente_dono;
drop index concurrently if exists cliente_terminado;
create index concurrently cliente_terminado on cliente
  ((nao_lidas = 0), concluido_em desc nulls last, id desc) include (nao_lidas, operador_id)
  where status = 'concluido';
drop index concurrently if exists cliente_na_fila;
create index concurrently cliente_na_fila on cliente
  ((aguardando_motivo <> 'acordo_quebrado'), (aguardando_motivo <> 'promessa_quebrada'),
  aguardando_desde, id) include (aguardando_motivo, operador_id) where status = 'aguardando_atendimento';
drop index concurrently if exists cliente_fila;
drop index concurrently if exists cliente_por_atraso;
create index concurrently cliente_por_atraso on cliente (vencimento_mais_antigo, id) include (operador_id, status);
drop index concurrently if exists cliente_atraso;
drop index concurrently if exists cliente_por_aberto;
create index concurrently cliente_por_aberto on cliente (aberto_centavos, id) include (operador_id, status);
drop index concurrently if exists cliente_aberto;
drop index concurrently if exists cliente_por_nome;
create index concurrently cliente_por_nome on cliente (normalizar(nome), id) include (nome, operador_id, status);
drop index concurrently if exists cliente_nome;
