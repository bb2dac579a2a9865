import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { conectar as abrirConexao } from '#server/db/conexao.ts'

type Ouvinte = (carga: string) => void

/** PostgreSQL's notifications, over one connection that is reopened when it breaks. */
export interface Escuta {
  /** Hears a channel until the function given back is called. */
  ouvir(canal: string, ouvinte: Ouvinte): () => void
  fechar(): Promise<void>
}

const ESPERA_MAXIMA_MS = 10_000
/** How often the connection is asked whether it lives, and how long it may take to say so. */
const HEARTBEAT = { cadaMs: 10_000, respostaMs: 5_000 }

/**
 * Opens the connection; a lost one is reopened with growing pauses, and listens to every channel again. A silent connection looks
 * like one whose server vanished, so it is probed regularly.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one connection and what its parts know of it
export function abrirEscuta(url: string, log: FastifyBaseLogger, heartbeat = HEARTBEAT): Escuta {
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
        dizer(channel, payload ?? '')
      })
      client.on('error', (erro) => fechada || log.warn({ err: erro }, 'a escuta do banco caiu; reconectando'))
      client.once('end', () => reconectar(aberta))
      if (fechada) return await client.end()
      for (const canal of ouvintes.keys()) await perguntar(client, `listen ${pg.escapeIdentifier(canal)}`)
      conexao = client
      falhas = 0
      // Notifications sent while disconnected are lost: each listener checks for itself once.
      for (const canal of ouvintes.keys()) dizer(canal, '')
    } catch (erro) {
      log.warn({ err: erro }, 'a escuta do banco não conectou')
      largar(client)
    }
  }

  /** A node of a later version may say what this one does not know: that must not take it down. */
  function dizer(canal: string, carga: string) {
    for (const ouvinte of ouvintes.get(canal) ?? []) {
      try {
        ouvinte(carga)
      } catch (erro) {
        log.warn({ err: erro, canal }, 'um aviso do banco não foi entendido')
      }
    }
  }

  const perguntar = (client: pg.Client, text: string) => {
    const pergunta: pg.QueryConfig & pg.ClientConfig = { text, query_timeout: heartbeat.respostaMs }
    return client.query(pergunta)
  }

  /** Drops the connection without a goodbye, which a vanished peer would never answer. */
  function largar(client: pg.Client | undefined) {
    client?.connection.stream.destroy()
    reconectar(client)
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
    const client = conexao
    try {
      if (client) await perguntar(client, `listen ${pg.escapeIdentifier(canal)}`)
    } catch (erro) {
      if (fechada || client !== conexao) return
      log.warn({ err: erro, canal }, 'não foi possível ouvir um canal do banco; reconectando')
      largar(client) // the next connection listens to them all
    }
  }

  async function conferir() {
    const client = conexao
    if (!client) return
    try {
      await perguntar(client, 'select 1')
    } catch (erro) {
      if (fechada || client !== conexao) return
      log.warn({ err: erro }, 'a escuta do banco não responde; reconectando')
      largar(client)
    }
  }
  const timer = setInterval(() => {
    fila = fila.then(conferir)
  }, heartbeat.cadaMs).unref()

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
      clearInterval(timer)
      await pronta
      await conexao?.end()
    },
  }
}
