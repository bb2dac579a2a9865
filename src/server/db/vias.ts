import type { Writable } from 'node:stream'
import type pg from 'pg'

/** Reads in flight per connection before another connection is taken. */
const POR_VIA = 6
const MAIS_VIAS = 12
/** No further read queues behind an answer that takes longer, if another connection is available. */
const DEMORADA_MS = 20

interface Lidas {
  rows: unknown[]
}
export type Ler = (texto: string, valores: readonly unknown[]) => Promise<Lidas>

/** A connection of the pool while short reads go over it, and what waits for its answer. */
interface Via {
  emCurso: number
  /** Since when its first answer is waited for. */
  desde: number
  /** Takes no more: a read failed, after which the connection is let go, or it went back to the pool. */
  fechada: boolean
  ler: Ler
}

/**
 * Pipelines short reads over a few connections, without waiting for earlier answers. Reads of one turn of the event loop are sent
 * in one write and wake PostgreSQL once, because a system call costs both sides more than such a read. An idle connection returns
 * to the pool.
 */
export function criarVias(conectar: () => Promise<pg.PoolClient>): Ler {
  const vias = new Set<Via>()
  function escolher(): Via {
    let menor: Via | undefined
    for (const via of vias) {
      if (via.fechada) continue
      if (via.emCurso < POR_VIA && performance.now() - via.desde < DEMORADA_MS) return via
      if (!menor || via.emCurso < menor.emCurso) menor = via
    }
    if (menor && vias.size >= MAIS_VIAS) return menor
    const nova = criarVia(conectar, () => vias.delete(nova))
    vias.add(nova)
    return nova
  }
  return (texto, valores) => escolher().ler(texto, valores)
}

/** Parts of a connection that `@types/pg` lacks. */
type Encadeada = pg.PoolClient & { pipeline: boolean; connection: { stream: Writable } }

function criarVia(conectar: () => Promise<pg.PoolClient>, aoSair: () => void): Via {
  const abrindo = conectar().then((cliente) => Object.assign(cliente as Encadeada, { pipeline: true }))
  let aberta: Encadeada | undefined
  let falhou = false
  const escrever = deUmaVez()
  const via: Via = { emCurso: 0, desde: performance.now(), fechada: false, ler }

  async function ler(texto: string, valores: readonly unknown[]): Promise<Lidas> {
    via.emCurso += 1
    try {
      aberta ??= await abrindo
      escrever(aberta.connection.stream)
      return await aberta.query(texto, [...valores])
    } catch (erro) {
      falhou = true
      via.fechada = true
      throw erro
    } finally {
      via.emCurso -= 1
      via.desde = performance.now()
      if (via.emCurso === 0) sair()
    }
  }

  function sair() {
    via.fechada = true
    aoSair()
    if (aberta) Object.assign(aberta, { pipeline: false }).release(falhou)
  }
  return via
}

/** Holds what is written until this turn of the loop ends. */
function deUmaVez() {
  let juntando = false
  return (saida: Writable) => {
    if (juntando) return
    juntando = true
    saida.cork()
    setImmediate(() => {
      juntando = false
      saida.uncork()
    })
  }
}
