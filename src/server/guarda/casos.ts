import { sql } from 'kysely'

/**
 * Whether customer `c` needs none of the conversation any more: owes nothing, has no unread message, dispute or pending
 * change, and no undecided money.
 */
export const SEM_CASO = sql<boolean>`(c.status = 'concluido' and c.nao_lidas = 0
  and not exists (select from contestacao d where d.cliente_id = c.id and d.encerrada_em is null)
  and not exists (select from movimento v where v.cliente_id = c.id and v.credito_centavos > 0)
  and not exists (select from importacao_alteracao a where a.cliente_id = c.id and a.situacao = 'pendente'))`

/** Whether what became of message `m` is known, and somebody's words still stand there. */
export const COM_TEXTO = sql<boolean>`(m.texto_apagado_em is null and m.status <> 'pendente')`

/** Whether a file of message `m` is kept. Few have any: the first condition lets the index of files be used. */
export const COM_ARQUIVO = sql<boolean>`(m.midia is not null and m.midia->>'arquivo' is not null and m.status <> 'pendente')`
