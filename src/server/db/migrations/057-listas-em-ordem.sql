-- All that an operator owns, and the queue, stand in an index in the order of their lists: a page reads what it shows, and sorts nothing.
create index cliente_dono on cliente (operador_id, (nao_lidas = 0), vencimento_mais_antigo, id);
drop index cliente_carteira;
drop index cliente_fila;
create index cliente_fila on cliente ((aguardando_motivo <> 'acordo_quebrado'), aguardando_desde, id)
  where status = 'aguardando_atendimento';
