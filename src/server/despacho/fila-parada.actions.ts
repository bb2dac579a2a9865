import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { localDe } from '#domain/data.ts'
import { POR_SAIR } from '#domain/mensagem.ts'
import { lista } from '#server/db/lista.ts'
import type { Db } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { notificarTodos } from '#server/eventos/notificar.ts'
import { registrar } from '#server/logs/logs.actions.ts'

/** A dispatcher that died is replaced within seconds: a message that waits longer is not being sent by anybody. */
const PACIENCIA_MS = 60_000

/** The queue as the database alone shows it, so that any living node can report it. */
interface Fila {
  /** Since when messages that could go do not, whichever node should send them. */
  desde: string
  /** WhatsApp's last answer, by the clock of the node that got it: only compared with itself. */
  andouEm: string | null
}

/**
 * Null while nothing has waited for long, or while it is known to be held, as behind a file that is not at Meta yet. What a node has
 * told of stays as it is for one whose clock is slower, and that has not waited for so long yet.
 */
async function filaQueEspera(db: Db, agora: Date): Promise<Fila | null> {
  const limite = new Date(agora.getTime() - PACIENCIA_MS)
  const { rows } = await sql<Fila>`
    select least(greatest(f.desde, d.andou_em), ${agora}) as desde, d.andou_em as "andouEm"
    from despacho d, configuracao c, lateral (
      select greatest(${limite}::timestamptz, d.fila_parada_em + interval '1 microsecond') as ate) l, lateral (
      select min(m.proxima_em) as desde from mensagem m
      where m.envio in ${lista(POR_SAIR)} and m.proxima_em < l.ate
        and (m.midia is null or m.midia->>'id' is not null)
        and not exists (select from mensagem a where a.contato_id = m.contato_id and a.id < m.id and a.envio = 'fila'
          and (a.proxima_em >= l.ate or (a.midia is not null and a.midia->>'id' is null)))) f
    where f.desde is not null and c.conta_parada_codigo is null and d.retida_em is null and d.falha_tipo is null`.execute(
    db,
  )
  return rows[0] ?? null
}

/**
 * Checks now and then whether the queue moves. It counts as stuck when every check for a while found messages that wait, and no
 * answer since the check before: messages that waited for a start, or for the account to be fixed, get their time.
 */
export function vigiaDaFila(db: Db, log: FastifyBaseLogger, relogio: () => number = () => performance.now()) {
  let vista: { em: number; andouEm: string | null } | null = null
  return async (agora: Date) => {
    const fila = await filaQueEspera(db, agora)
    const antes = vista
    const igual = fila !== null && antes !== null && antes.andouEm === fila.andouEm
    vista = fila && { em: igual ? antes.em : relogio(), andouEm: fila.andouEm }
    if (!igual && (fila === null || antes !== null)) await dizerDaFila(db, agora, null, log)
    else if (fila && relogio() - vista!.em >= PACIENCIA_MS) await dizerDaFila(db, agora, fila.desde, log)
  }
}

/** Says once, to the log and to every screen, that the queue stands still, and that it moves again. */
async function dizerDaFila(db: Db, agora: Date, desde: string | null, log: FastifyBaseLogger): Promise<void> {
  await emTransacao(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('despacho')
      .set({ fila_parada_em: desde })
      .where('fila_parada_em', desde ? 'is' : 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const hora = desde && localDe(desde).hora
    if (desde) log.error({ desde }, 'a fila de envio não anda')
    await registrar(trx, {
      agora,
      nivel: desde ? 'erro' : 'info',
      acao: desde ? 'whatsapp.parar_fila' : 'whatsapp.andar_fila',
      descricao: desde
        ? `A fila de envio não anda desde ${hora}: há mensagens prontas e nada sai. Confira se os servidores estão de pé.`
        : 'A fila de envio voltou a andar.',
    })
    await notificarTodos(trx, 'badges')
  })
}
