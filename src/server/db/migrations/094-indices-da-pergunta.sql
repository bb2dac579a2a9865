-- sem transação
-- The question of 100 is one of the engine's messages. These stand beside the ones they take the place of there, built while
-- everybody goes on writing.
drop index concurrently if exists mensagem_saida_nova;
create index concurrently mensagem_saida_nova on mensagem (proxima_em, id)
  where envio = 'fila' and finalidade in ('regua', 'parcela', 'confirmacao');
drop index concurrently if exists mensagem_saida_pessoas_nova;
create index concurrently mensagem_saida_pessoas_nova on mensagem (proxima_em, id)
  where envio = 'fila' and finalidade not in ('regua', 'parcela', 'confirmacao');
drop index concurrently if exists mensagem_uma_por_dia_nova;
create unique index concurrently mensagem_uma_por_dia_nova on mensagem (dia, contato_id)
  where finalidade in ('regua', 'parcela', 'confirmacao') and not liberada;
drop index concurrently if exists mensagem_pergunta;
create index concurrently mensagem_pergunta on mensagem (cliente_id, contato_id, dia) where finalidade = 'confirmacao' and not liberada;
