import { sql } from 'kysely'
import type { TestContext } from 'vitest'
import type { Evento } from '#contract/eventos.ts'
import { CANAL_EVENTOS, notificar } from '#server/eventos/notificar.ts'
import { esperarAte } from './espera.ts'
import type { Processo } from './processo.ts'
import type { Pessoa, World } from './world.ts'

type AoFim = TestContext['onTestFinished']

/** What an open screen hears, over a connection that it never closes by itself. */
export async function ouvir({ url }: Processo, { token }: Pessoa, aoFim: AoFim): Promise<() => string> {
  const fim = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const { body } = await fetch(`${url}/api/eventos`, { headers, signal: fim.signal })
  let ouvido = ''
  const lendo = (async () => {
    for await (const pedaco of body!.pipeThrough(new TextDecoderStream())) ouvido += pedaco
  })().catch(() => undefined) // aborted at the end
  aoFim(() => {
    fim.abort()
    return lendo
  })
  return () => ouvido
}

/** Notifies about a customer used by nothing else, repeatedly, until it is heard. */
export const esperarOuvir = (world: World, ouvido: () => string, cliente: number) =>
  esperarAte(`the screen hears of ${cliente}`, async () => {
    await notificar(world.db, { tipo: 'cliente', cliente_id: cliente, operador_id: null })
    return ouvido().includes(`"cliente_id":${cliente},`)
  })

/**
 * Notifications on a channel from now on: resolves once the connection listens and nothing sent before is still in transit. A new
 * connection says '' once it listens to all channels, which may come later.
 */
export async function ouvirCanal(world: World, canal: string, aoFim: AoFim): Promise<string[]> {
  const ouvidos: string[] = []
  aoFim(world.servicos.escuta.ouvir(canal, (carga) => void ouvidos.push(carga)))
  const dizer = (carga: string) => sql`select pg_notify(${canal}, ${carga})`.execute(world.db)
  await esperarAte('it listens', async () => {
    await dizer('antes')
    return ouvidos.includes('antes')
  })
  await dizer('agora')
  await esperarAte('all was heard', () => ouvidos.includes('agora'))
  ouvidos.length = 0
  return ouvidos
}

/** What screens are told from now on. */
export async function ouvirEventos(world: World, aoFim: AoFim): Promise<() => Evento[]> {
  const ouvidos = await ouvirCanal(world, CANAL_EVENTOS, aoFim)
  return () => ouvidos.splice(0).flatMap((carga) => (carga ? [JSON.parse(carga) as Evento] : []))
}

/** What screens are told of an act, all of it. */
export async function ouvirAtos(
  world: World,
  aoFim: AoFim,
): Promise<(fazer: () => Promise<unknown>) => Promise<Evento[]>> {
  const ouvir = await ouvirEventos(world, aoFim)
  return async (fazer) => {
    await fazer()
    await notificar(world.db, { tipo: 'cliente', cliente_id: DE_NINGUEM, operador_id: null })
    const ouvidos = ouvir()
    await esperarAte('all was heard', () => {
      ouvidos.push(...ouvir())
      return ouvidos.at(-1)?.cliente_id === DE_NINGUEM
    })
    return ouvidos.slice(0, -1)
  }
}
const DE_NINGUEM = 999_999_999
