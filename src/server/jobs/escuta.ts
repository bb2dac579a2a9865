import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { conectar as abrirConexao } from '#server/db/conexao.ts'

type Ouvinte = (carga: string) => void

/** What PostgreSQL notifies, over one connection of its own that comes back by itself when it breaks. */
export interface Escuta {
  /** Hears a channel until the function given back is called. */
  ouvir(canal: string, ouvinte: Ouvinte): () => void
  fechar(): Promise<void>
}

const ESPERA_MAXIMA_MS = 10_000

/** Opens the connection; a lost one is opened again with growing pauses, and every channel listened to again. */
export function abrirEscuta(url: string, log: FastifyBaseLogger): Escuta {
  const ouvintes = new Map<string, Set<Ouvinte>>()
  let conexao: pg.Client | undefined
  let espera: NodeJS.Timeout | undefined
  let fechada = false
  let falhas = 0

  async function conectar() {
    let client: pg.Client | undefined
    try {
      client = await abrirConexao(url)
      const aberta = client
      client.on('notification', ({ channel, payload }) => {
        for (const ouvinte of ouvintes.get(channel) ?? []) ouvinte(payload ?? '')
      })
      client.on('error', (erro) => fechada || log.warn({ err: erro }, 'a escuta do banco caiu; reconectando'))
      client.once('end', () => reconectar(aberta))
      if (fechada) return await client.end()
      for (const canal of ouvintes.keys()) await client.query(`listen ${pg.escapeIdentifier(canal)}`)
      conexao = client
      falhas = 0
      // What was notified while away is not told again: whoever listens looks for itself once.
      for (const [, grupo] of ouvintes) for (const ouvinte of grupo) ouvinte('')
    } catch (erro) {
      log.warn({ err: erro }, 'a escuta do banco não conectou')
      await client?.end().catch(() => undefined)
      reconectar(client)
    }
  }

  function reconectar(client: pg.Client | undefined) {
    if (fechada || espera || (conexao && conexao !== client)) return
    conexao = undefined
    falhas += 1
    espera = setTimeout(
      () => {
        espera = undefined
        void conectar()
      },
      Math.min(ESPERA_MAXIMA_MS, 100 * 2 ** falhas),
    )
  }

  // One question at a time on the connection: several channels may be asked for at once.
  let fila = Promise.resolve()
  async function ouvirCanal(canal: string) {
    try {
      await conexao?.query(`listen ${pg.escapeIdentifier(canal)}`)
    } catch (erro) {
      log.warn({ err: erro, canal }, 'não foi possível ouvir o canal')
    }
  }

  const pronta = conectar()
  return {
    ouvir(canal, ouvinte) {
      const grupo = ouvintes.get(canal) ?? new Set()
      grupo.add(ouvinte)
      if (!ouvintes.has(canal)) {
        ouvintes.set(canal, grupo)
        fila = fila.then(() => ouvirCanal(canal))
      }
      return () => grupo.delete(ouvinte)
    },
    async fechar() {
      fechada = true
      clearTimeout(espera)
      await pronta
      await conexao?.end()
    },
  }
}
