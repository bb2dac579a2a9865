import type { FalhaDoEnvio } from '#domain/despacho.ts'
import type { ResultadoEnvio } from '#server/cloud-api/cloud-api.ts'
import type { AlcanceErro } from '#server/cloud-api/erros-meta.ts'

/** Tries in a row that came to nothing, as every node knows them. */
export interface Falhas {
  tipo: FalhaDoEnvio
  desde: Date
  /** In words. */
  detalhe: string | null
  /** Probes that failed since only probes go out. */
  sondas: number
}

/** What Meta asks of a refused message. */
interface Espera {
  segundos: number
  alcance: AlcanceErro
}

const NENHUMA: Espera = { segundos: 0, alcance: 'cliente' }
const ALGUMAS = 3
/** A pause this long counts as several refusals, and is reported at once. */
const ESPERA_LONGA_S = 60
const MAIOR_PAUSA_S = 30
const ABERTAS_NO_INICIO = 10

/**
 * Tracks how WhatsApp answers, and so how many requests may be open at once. It starts with a few and adds one when an answer
 * finds none free, so that an account problem, or silence, costs few messages whenever it begins. After several requests in a row
 * without an answer, one at a time is sent, after growing pauses, until one is answered.
 */
export class Saude {
  readonly #maisAbertas: number
  #abertas = ABERTAS_NO_INICIO
  #seguidas = 0
  #falhas: Falhas | null = null

  constructor(maisAbertas: number) {
    this.#maisAbertas = maisAbertas
  }

  /**
   * At the start of a turn, takes over what all nodes know: others may have recovered or failed since. Failures that
   * only this node saw keep counting, since a refusal may end a turn and the next turn bring another.
   */
  retomar(falhas: Falhas | null): this {
    this.#abertas = ABERTAS_NO_INICIO
    if (falhas === null && this.falhas === null) return this
    this.#falhas = falhas
    this.#seguidas = falhas ? Math.max(this.#seguidas, ALGUMAS) : 0
    return this
  }

  /** Only a probe may go. */
  get sondando(): boolean {
    return this.#seguidas >= ALGUMAS && this.#falhas !== null && this.#falhas.tipo !== 'recusa'
  }

  /** How many requests may be open at once. */
  get abertas(): number {
    return this.sondando ? 1 : this.#abertas
  }

  /** The failures worth reporting: more than one in a row. */
  get falhas(): Falhas | null {
    return this.#seguidas >= ALGUMAS ? this.#falhas : null
  }

  /** It answered. `lotada`: all allowed requests were open. */
  respondeu(lotada: boolean) {
    if (this.sondando) this.#abertas = ABERTAS_NO_INICIO
    else if (lotada) this.#abertas = Math.min(this.#maisAbertas, this.#abertas + 1)
    this.#seguidas = 0
    this.#falhas = null
  }

  /**
   * Returns for how many seconds to send nothing. `sonda`: it was a probe; `espera`: the pause in seconds that Meta asked for, and
   * of whom.
   */
  falhou(tipo: FalhaDoEnvio, detalhe: string | null, sonda: boolean, agora: Date, espera: Espera = NENHUMA): number {
    const sondava = this.sondando
    const deTodos = espera.alcance === 'numero'
    this.#seguidas = Math.max(this.#seguidas + 1, deTodos && espera.segundos >= ESPERA_LONGA_S ? ALGUMAS : 0)
    const { desde = agora, sondas = 0 } = this.#falhas ?? {}
    this.#falhas = { tipo, desde, detalhe, sondas: sondava && sonda ? sondas + 1 : sondas }
    if (deTodos || (espera.alcance === 'servico' && this.#seguidas >= ALGUMAS)) return espera.segundos
    // Requests that were already open prove nothing new.
    if (!this.sondando || (sondava && !sonda)) return 0
    return Math.min(2 ** this.#falhas.sondas, MAIOR_PAUSA_S)
  }
}

/** What the end of a try says of WhatsApp itself; null: that it works. */
export function falhaDe(resultado: ResultadoEnvio): { tipo: FalhaDoEnvio; detalhe: string | null } | null {
  if (resultado.tipo === 'nao_conectou') return { tipo: 'sem_conexao', detalhe: resultado.detalhe }
  if (resultado.tipo === 'desconhecido') return { tipo: 'sem_resposta', detalhe: resultado.detalhe }
  if (resultado.tipo === 'aceita') return null
  const { tipo, pausa, frase } = resultado.erro
  const dela = (pausa !== null && pausa.alcance !== 'cliente') || tipo === 'repetir_uma_vez'
  return dela ? { tipo: 'recusa', detalhe: frase } : null
}
