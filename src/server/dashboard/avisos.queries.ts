import { sql } from 'kysely'
import { silencioEm } from '#domain/silencio.ts'
import { lerConfiguracao } from '#server/configuracao/configuracao.queries.ts'
import type { Db } from '#server/db/schema.ts'
import { acharProblemaDoEnvio } from '#server/despacho/problema.queries.ts'

/** Whether nothing is being sent, and since when if known: shown to everyone, without the reason. */
export async function acharParada(db: Db, configurado: boolean, agora: Date): Promise<{ desde: string | null } | null> {
  if (!configurado) return { desde: null }
  const { rows } = await sql<{ desde: string | null }>`
    select coalesce(conta_parada_em, (whatsapp_situacao->>'desde')::timestamptz) as desde from configuracao
    where conta_parada_mensagem is not null or whatsapp_situacao->>'estado' <> 'conectado'`.execute(db)
  if (rows[0]) return rows[0]
  const problema = await acharProblemaDoEnvio(db, agora)
  return problema && problema.codigo !== 'fila_parada' ? { desde: problema.desde } : null
}

/**
 * Since when messages that are ready do not leave, because the queue stands still or is held: for administrators alone.
 */
export async function acharFilaParada(db: Db, agora: Date) {
  const problema = await acharProblemaDoEnvio(db, agora)
  const desde = (codigo: string) => (problema?.codigo === codigo ? { desde: problema.desde } : null)
  return { fila_parada: desde('fila_parada'), envio_retido: desde('envio_retido') }
}

/** Since when Meta has sent no statuses; null while it does. */
export async function acharSilencio(db: Db): Promise<{ desde: string } | null> {
  const { sem_status_desde: desde } = await db
    .selectFrom('configuracao')
    .select('sem_status_desde')
    .executeTakeFirstOrThrow()
  return desde === null ? null : { desde }
}

/** That the engine may not send now, and when it may again; null while it may. */
export async function semEnvio(db: Db, agora: Date) {
  const { horario, calendario } = await lerConfiguracao(db)
  const silencio = silencioEm(agora, horario, calendario)
  return silencio && { mensagem: silencio.frase, volta_em: silencio.voltaEm }
}
