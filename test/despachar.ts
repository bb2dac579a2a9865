import { despachante } from '#server/despacho/despachante.jobs.ts'
import type { World } from './world.ts'

/** Empties the outbox once, like one turn of the dispatcher. */
export const despachar = ({ servicos }: World, sinal = new AbortController().signal) =>
  despachante(servicos).executar(sinal)

/** One turn of the dispatcher, ended as soon as nothing waits; otherwise it would stay a while for new messages. */
export async function despacharTudo(world: World): Promise<void> {
  const fim = new AbortController()
  let terminou = false
  const turno = despachar(world, fim.signal).finally(() => {
    terminou = true
  })
  while (!terminou && (await esperando(world))) await new Promise((depois) => setImmediate(depois))
  fim.abort()
  await turno
}

async function esperando({ db, relogio }: World): Promise<boolean> {
  const uma = await db
    .selectFrom('mensagem')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('envio', 'in', ['reivindicada', 'enviando']),
        eb.and([eb('envio', '=', 'fila'), eb('proxima_em', '<=', relogio.agora().toISOString())]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return uma !== undefined
}
