import type { Momento } from '#domain/decisao.ts'
import type { Faixa } from './faixa.ts'

export interface Rodada {
  momento: Momento
  agora: Date
  /** Only these customers; without it, everyone not `concluido`. */
  clientes?: readonly number[]
  /** Messages to be judged as if they did not exist: those whose own sending is being decided. */
  exceto?: readonly number[]
}

/** A run restricted to one slice. */
export interface Olhar extends Rodada {
  faixa?: Faixa
  /** For a slice of customers: the range of ids that has most of their phones. */
  telefones?: Faixa
}
