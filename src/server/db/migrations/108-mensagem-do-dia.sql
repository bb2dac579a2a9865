-- sem transação
-- Whether the engine wrote to a customer today is asked of every line of every list: found by its day, and not by going through all
-- that was ever said to them.
drop index concurrently if exists mensagem_do_dia;
create index concurrently mensagem_do_dia on mensagem (cliente_id, dia)
  where finalidade in ('regua', 'parcela', 'confirmacao') and not liberada;
