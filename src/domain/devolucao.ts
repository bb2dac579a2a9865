import { type Dia, diasEntre } from './data.ts'
import type { Centavos } from './dinheiro.ts'
import type { Movimento } from './movimento.ts'
import { mesmoPagador, numeroCanonico, sinalIgual } from './repeticao.ts'

/** What became of a credit so far: its parts add up to it. */
export interface CreditoNoDia {
  /** Said to be given back, without the bank's word for it yet. */
  devolvidoSemProvaCentavos: Centavos
  /** Nobody's yet. */
  indecisoCentavos: Centavos
  /** The customer's, to be given back. */
  creditoCentavos: Centavos
  /** In payments of accounts. */
  aplicadoCentavos: Centavos
}

/** How much of each part a refund takes. */
export type TomadoPelaDevolucao = CreditoNoDia & {
  /** More went back than is left of the credit. */
  sobraCentavos: Centavos
}

const ORDEM = ['devolvidoSemProvaCentavos', 'indecisoCentavos', 'creditoCentavos', 'aplicadoCentavos'] as const

/** Money that goes back takes what costs nobody anything first, and the payments of accounts last. */
export function tomarDoCredito(valorCentavos: Centavos, credito: CreditoNoDia): TomadoPelaDevolucao {
  let resta = valorCentavos
  const tomado = Object.fromEntries(
    ORDEM.map((parte) => {
      const daqui = Math.min(resta, credito[parte])
      resta -= daqui
      return [parte, daqui]
    }),
  ) as Record<(typeof ORDEM)[number], Centavos>
  return { ...tomado, sobraCentavos: resta }
}

type Conhecido = Pick<
  Movimento,
  'origem' | 'banco' | 'dia' | 'valorCentavos' | 'pagador' | 'sinais' | 'deCliente' | 'endToEndId' | 'nossoNumero'
>

/** As much of a credit as may still go back, and what it is known by. */
export interface CreditoDevolvivel {
  id: number
  movimento: Conhecido
  /** Less what went back already. */
  restaCentavos: Centavos
}

/** No refund is looked for in a credit of longer ago: a title's goes back up to a year later, and some days. */
export const DIAS_ATE_VOLTAR = 400
/** A statement tells of a refund some days after the Pix; later ones are another story. */
export const DIAS_NO_EXTRATO = 90

/**
 * Which credit a refund takes back; null while none is known, or more than one could be. A Pix's by its id; a title's by bank and
 * number; a statement's line by payer and whole amount, the latest one before it.
 */
export function creditoDaDevolucao(
  devolucao: Conhecido,
  creditos: readonly CreditoDevolvivel[],
): CreditoDevolvivel | null {
  const comResto = creditos.filter(({ restaCentavos }) => restaCentavos >= devolucao.valorCentavos)
  // A statement books a weekend's Pix on Monday, after what went back of it.
  if (devolucao.endToEndId !== null)
    return unico(comResto.filter(({ movimento }) => movimento.endToEndId === devolucao.endToEndId))
  const cabem = comResto.filter(({ movimento }) => movimento.dia <= devolucao.dia)
  if (devolucao.nossoNumero !== null)
    return ultimo(
      cabem.filter(
        ({ movimento }) => mesmoBoleto(movimento, devolucao) && movimento.valorCentavos === devolucao.valorCentavos,
      ),
    )
  const iguais = cabem.filter(
    ({ movimento }) =>
      movimento.valorCentavos === devolucao.valorCentavos && diasEntre(movimento.dia, devolucao.dia) <= DIAS_NO_EXTRATO,
  )
  return (
    ultimo(iguais.filter(({ movimento }) => mesmoPagador(movimento.pagador, devolucao.pagador))) ??
    ultimo(iguais.filter(({ movimento }) => sinalIgual(movimento, devolucao) === 'documento')) ??
    ultimo(iguais.filter(({ movimento }) => sinalIgual(movimento, devolucao) === 'nome'))
  )
}

const unico = <T>(itens: readonly T[]): T | null => (itens.length === 1 ? itens[0]! : null)

/** Of equal ones the latest: the earlier were settled long before. */
const ultimo = (creditos: readonly CreditoDevolvivel[]): CreditoDevolvivel | null =>
  creditos.toSorted((a, b) => diaDe(b).localeCompare(diaDe(a)) || b.id - a.id)[0] ?? null

const diaDe = ({ movimento }: CreditoDevolvivel): Dia => movimento.dia

const mesmoBoleto = (um: Pick<Movimento, 'banco' | 'nossoNumero'>, outro: Pick<Movimento, 'banco' | 'nossoNumero'>) =>
  um.banco === outro.banco &&
  um.nossoNumero !== null &&
  numeroCanonico(um.nossoNumero) === numeroCanonico(outro.nossoNumero!)
