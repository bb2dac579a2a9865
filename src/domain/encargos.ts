import { type Dia, diasEntre } from './data.ts'
import { type Centavos, dividirArredondando } from './dinheiro.ts'

/** The company's charges, in hundredths of a percent: 200 is 2 %. */
export type Taxas = { multaCentesimos: number; jurosMesCentesimos: number }

export type Encargos = { multaCentavos: Centavos; jurosCentavos: Centavos; totalCentavos: Centavos }

const NENHUM: Encargos = { multaCentavos: 0, jurosCentavos: 0, totalCentavos: 0 }
const CEM_POR_CENTO = 10_000n
const DIAS_DO_MES = 30n

/** Days an account is late on a day. `vencimentoUtil` is its due day moved to the next business day; 0 up to it. */
export const diasAtraso = (vencimentoUtil: Dia, dia: Dia): number => Math.max(0, diasEntre(vencimentoUtil, dia))

/**
 * Fine (once) and simple interest by day of a 30-day month, on what is open, from the day after the due day.
 * Each part is rounded to the cent, half up: R$ 100.00 five days late at 2 % and 1 % owes R$ 2.17.
 */
export function calcularEncargos(abertoCentavos: Centavos, vencimentoUtil: Dia, dia: Dia, taxas: Taxas): Encargos {
  return encargosDe(abertoCentavos, diasAtraso(vencimentoUtil, dia), taxas)
}

function encargosDe(abertoCentavos: Centavos, dias: number, taxas: Taxas): Encargos {
  if (dias === 0) return NENHUM
  const aberto = BigInt(abertoCentavos)
  const multaCentavos = dividirArredondando(aberto * BigInt(taxas.multaCentesimos), CEM_POR_CENTO)
  const jurosCentavos = dividirArredondando(
    aberto * BigInt(taxas.jurosMesCentesimos) * BigInt(dias),
    CEM_POR_CENTO * DIAS_DO_MES,
  )
  return { multaCentavos, jurosCentavos, totalCentavos: multaCentavos + jurosCentavos }
}

/** What an account is worth on a day: what is open with its charges. */
export const valorAtualizado = (abertoCentavos: Centavos, vencimentoUtil: Dia, dia: Dia, taxas: Taxas): Centavos =>
  abertoCentavos + calcularEncargos(abertoCentavos, vencimentoUtil, dia, taxas).totalCentavos

/** An account with its days late, and what was open of its face value. */
export interface Atrasado {
  dias: number
  abertoCentavos: Centavos
}

/**
 * Every open amount that, so many days late, would owe exactly `devidoCentavos` with its charges: at most one for each
 * number of days, since a larger amount always owes more. None where there are no charges.
 */
export const atrasadosQueDevem = (
  devidoCentavos: Centavos,
  taxas: Taxas,
  diasDeAtraso: readonly number[],
): Atrasado[] =>
  diasDeAtraso.flatMap((dias) => {
    const abertoCentavos = abertoQueDeve(devidoCentavos, dias, taxas)
    return abertoCentavos === null ? [] : [{ dias, abertoCentavos }]
  })

/** Inverts the unrounded formula, then tries the cents on either side of it: the two roundings hide less than one. */
function abertoQueDeve(devidoCentavos: Centavos, dias: number, taxas: Taxas): Centavos | null {
  const proporcao = 1 + taxas.multaCentesimos / 10_000 + (taxas.jurosMesCentesimos * dias) / 300_000
  const perto = Math.floor(devidoCentavos / proporcao)
  for (const aberto of [perto, perto + 1]) {
    const { totalCentavos } = encargosDe(aberto, dias, taxas)
    if (totalCentavos > 0 && aberto + totalCentavos === devidoCentavos) return aberto
  }
  return null
}

/**
 * What a payment leaves unpaid of what was owed on its day: waived charges when it covers the face value, else a rest
 * of the face.
 */
export function oQueDeixa(
  valorCentavos: Centavos,
  { abertoCentavos, devidoCentavos }: { abertoCentavos: Centavos; devidoCentavos: Centavos },
): { dispensadoCentavos: Centavos; restaCentavos: Centavos } {
  const restaCentavos = Math.max(0, abertoCentavos - valorCentavos)
  return { dispensadoCentavos: restaCentavos > 0 ? 0 : Math.max(0, devidoCentavos - valorCentavos), restaCentavos }
}

/** The face value is paid first; what exceeds it is charges. */
export function repartirPagamento(
  valorCentavos: Centavos,
  abertoCentavos: Centavos,
): { principalCentavos: Centavos; encargosCentavos: Centavos } {
  const principalCentavos = Math.min(valorCentavos, abertoCentavos)
  return { principalCentavos, encargosCentavos: valorCentavos - principalCentavos }
}
