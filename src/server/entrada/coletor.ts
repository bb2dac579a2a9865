import { setTimeout as esperar } from 'node:timers/promises'
import type { OrigemDeEvento } from '#domain/entrada.ts'
import type { Db } from '#server/db/schema.ts'
import { falhaDoAmbiente, noPrazo, Ocupado } from '#server/http/falhas-do-ambiente.ts'
import { guardarEventos } from './entrada.actions.ts'
import type { EventoRecebido } from './origem.ts'

interface Espera {
  eventos: EventoRecebido[]
  pronto: () => void
  falhou: (erro: unknown) => void
  /** The sender was already answered. */
  respondida: boolean
}

/** Rows in one insert at most. */
const LOTE = 5_000
/** Between two inserts: in a quiet moment the first does not wait, in a busy one many go together. */
const COMPASSO_MS = 40
/** A webhook that is not stored by then gets 503 and is sent again: better than a connection held for a minute. */
const PRAZO_MS = 4_000
/** Limit of bytes waiting to be stored: more than a busy hour brings within the deadline. */
const MAIOR_FILA_BYTES = 64 * 1_048_576

/** Stores the events of one webhook of this size; rejects with `Ocupado` (503) when that takes too long. */
export type Coletor = (eventos: EventoRecebido[], bytes: number) => Promise<void>

/**
 * Batches webhooks that arrive during a write into the next one: one commit and one notification for many, so that
 * intake does not wait for the disk each time. Each caller returns once its events are stored. After a timeout they may
 * still be stored: the retry then finds them. Long: its parts share the queue.
 */
export function criarColetor(
  db: Db,
  origem: OrigemDeEvento,
  agora: () => Date,
  { prazoMs = PRAZO_MS, maiorFila = MAIOR_FILA_BYTES } = {},
): Coletor {
  let fila: Espera[] = []
  let gravando = false
  let esperando = 0

  async function gravar() {
    gravando = true
    while (fila.length > 0) {
      const vez = esperar(COMPASSO_MS)
      // A write that hangs on a dead connection must not block those behind it.
      await Promise.race([gravarLote(tomarLote()), esperar(prazoMs, undefined, { ref: false })])
      await vez
    }
    gravando = false
  }

  function tomarLote(): Espera[] {
    let linhas = 0
    fila = fila.filter(({ respondida }) => !respondida)
    const corte = fila.findIndex((espera) => {
      linhas += espera.eventos.length
      return linhas > LOTE
    })
    const quantos = corte === -1 ? fila.length : Math.max(1, corte)
    const lote = fila.slice(0, quantos)
    fila = fila.slice(quantos)
    return lote
  }

  async function gravarLote(lote: Espera[]) {
    try {
      await guardarEventos(
        db,
        origem,
        lote.flatMap(({ eventos }) => eventos),
        agora(),
      )
      for (const { pronto } of lote) pronto()
    } catch (erro) {
      await umPorUm(lote, erro)
    }
  }

  /** One bad webhook must not fail the others, so each is stored alone; not when it is the database that fails. */
  async function umPorUm(lote: Espera[], erro: unknown) {
    let falha = lote.length === 1 || falhaDoAmbiente(erro) ? erro : undefined
    for (const { eventos, pronto, falhou } of lote) {
      if (falha) {
        falhou(falha)
        continue
      }
      await guardarEventos(db, origem, eventos, agora()).then(pronto, (outro) => {
        falhou(outro)
        if (falhaDoAmbiente(outro)) falha = outro
      })
    }
  }

  return async (eventos, bytes) => {
    if (esperando + bytes > maiorFila) throw new Ocupado('há avisos demais à espera de serem guardados')
    esperando += bytes
    const { promise, resolve: pronto, reject: falhou } = Promise.withResolvers<void>()
    const espera: Espera = { eventos, pronto, falhou, respondida: false }
    fila.push(espera)
    if (!gravando) void gravar()
    try {
      await noPrazo(prazoMs, 'o aviso não foi guardado a tempo', promise)
    } finally {
      espera.respondida = true
      esperando -= bytes
    }
  }
}
