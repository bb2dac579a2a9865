import { type Calendario, somarDiasUteis } from './calendario.ts'
import { type Dia, formatarDia, somarDias } from './data.ts'
import { type Centavos, dividirArredondando, formatarReais } from './dinheiro.ts'
import type { Parcela } from './parcelas.ts'
import { plural } from './plural.ts'

/** What the company gives on accounts so many days late. Percentages in hundredths: 1000 is 10 %. */
export interface FaixaDaPolitica {
  deDias: number
  /** The last day of the band; null: from then on. */
  ateDias: number | null
  descontoEncargosCentesimos: number
  descontoPrincipalCentesimos: number
  /** Of the negotiated total. */
  entradaMinimaCentesimos: number
  parcelasMax: number
  parcelaMinimaCentavos: Centavos
}

/** How far agreements go without asking anybody. */
export interface Politica {
  ativa: boolean
  faixas: readonly FaixaDaPolitica[]
  /** The minimum down payment of a customer who broke an agreement before. */
  segundoAcordoEntradaCentesimos: number
}

export const SEM_POLITICA: Politica = { ativa: false, faixas: [], segundoAcordoEntradaCentesimos: 0 }

/** An open account on the day on which it is negotiated. */
export interface ContaNegociavel {
  id: number
  abertoCentavos: Centavos
  /** Fine and interest of the day. */
  encargosCentavos: Centavos
  /** From its due day moved to a business day; 0 when it is not late. */
  diasAtraso: number
}

/** The first payment of an offer is due in so many business days. */
const DIAS_UTEIS_ATE_A_ENTRADA = 2
/** A first instalment further ahead needs approval: the bands set no price for waiting. */
const DIAS_ATE_A_PRIMEIRA = 60

/** The day by which an agreement made today has to be paid for the first time. */
export const prazoDaEntrada = (hoje: Dia, calendario: Calendario): Dia =>
  somarDiasUteis(hoje, DIAS_UTEIS_ATE_A_ENTRADA, calendario)

/** The band of `dias` late, both its ends included; null where the policy offers nothing. */
export const faixaDaPolitica = (faixas: readonly FaixaDaPolitica[], dias: number): FaixaDaPolitica | null =>
  faixas.find(({ deDias, ateDias }) => dias >= deDias && (ateDias === null || dias <= ateDias)) ?? null

/** What is wrong with the bands, by the contract's field; empty when none is inverted or overlaps another. */
export function problemasDasFaixas(faixas: readonly FaixaDaPolitica[]): Record<string, string[]> {
  const problemas: Record<string, string[]> = {}
  for (const [n, { deDias, ateDias }] of faixas.entries()) {
    if (ateDias !== null && ateDias < deDias)
      problemas[`faixas.${n}.ate_dias`] = ['O fim da faixa vem antes do começo dela.']
    const outra = faixas.findIndex((uma, i) => i < n && deDias <= fim(uma) && uma.deDias <= fim({ ateDias }))
    if (outra >= 0) problemas[`faixas.${n}.de_dias`] = [`Esta faixa e a ${outra + 1}ª têm dias em comum.`]
  }
  return problemas
}

const fim = ({ ateDias }: Pick<FaixaDaPolitica, 'ateDias'>) => ateDias ?? Number.POSITIVE_INFINITY

/** A percentage of an amount, half up to the cent. */
export const fracao = (centavos: Centavos, centesimos: number): Centavos =>
  dividirArredondando(BigInt(centavos) * BigInt(centesimos), 10_000n)

/** What the policy forgives of an account's charges and face, each by its band, half up; 0 outside all bands. */
export function descontoDe(conta: ContaNegociavel, faixas: readonly FaixaDaPolitica[]): Centavos {
  const faixa = faixaDaPolitica(faixas, conta.diasAtraso)
  if (!faixa) return 0
  const dosEncargos = fracao(conta.encargosCentavos, faixa.descontoEncargosCentesimos)
  return dosEncargos + fracao(conta.abertoCentavos, faixa.descontoPrincipalCentesimos)
}

export type Condicoes = Pick<FaixaDaPolitica, 'entradaMinimaCentesimos' | 'parcelasMax' | 'parcelaMinimaCentavos'>

/** The terms of the oldest account's band; null when it is in none. `quebrou`: they broke an agreement before. */
export function condicoesDe(
  contas: readonly ContaNegociavel[],
  { faixas, segundoAcordoEntradaCentesimos }: Politica,
  quebrou: boolean,
): Condicoes | null {
  const faixa = faixaDaPolitica(faixas, maiorAtraso(contas))
  if (!faixa) return null
  const { entradaMinimaCentesimos, parcelasMax, parcelaMinimaCentavos } = faixa
  const entrada = quebrou ? Math.max(entradaMinimaCentesimos, segundoAcordoEntradaCentesimos) : entradaMinimaCentesimos
  return { entradaMinimaCentesimos: entrada, parcelasMax, parcelaMinimaCentavos }
}

const maiorAtraso = (contas: readonly ContaNegociavel[]) => Math.max(...contas.map(({ diasAtraso }) => diasAtraso))
const somar = (valores: readonly Centavos[]): Centavos => valores.reduce((soma, valor) => soma + valor, 0)

export interface AcordoPedido {
  contas: readonly ContaNegociavel[]
  negociadoCentavos: Centavos
  parcelas: readonly Parcela[]
  quebrou: boolean
  hoje: Dia
  calendario: Calendario
}

/**
 * What of an operator's agreement goes beyond the policy, each a sentence for whoever decides; nothing when it is within.
 * Charges left out are forgiven, and count as a discount.
 */
export function alemDaPolitica(politica: Politica, pedido: AcordoPedido): string[] {
  const { contas, negociadoCentavos, quebrou } = pedido
  const condicoes = condicoesDe(contas, politica, quebrou)
  const devido = somar(contas.map(({ abertoCentavos, encargosCentavos }) => abertoCentavos + encargosCentavos))
  const perdoado = devido - negociadoCentavos
  const pode = somar(contas.map((conta) => descontoDe(conta, politica.faixas)))
  const alem: string[] = []
  if (perdoado > pode)
    alem.push(
      `Perdoa ${formatarReais(perdoado)} do que é devido hoje, com os encargos; a política permite ${formatarReais(pode)}.`,
    )
  return [...alem, ...(condicoes ? alemDasCondicoes(condicoes, pedido) : semFaixa(pedido)), ...longeDemais(pedido)]
}

function semFaixa({ contas, parcelas }: AcordoPedido): string[] {
  if (parcelas.length === 1) return []
  const dias = maiorAtraso(contas)
  const atraso = dias === 0 ? 'contas que não estão vencidas' : `contas com ${plural(dias, 'dia', 'dias')} de atraso`
  return [`Parcela ${atraso}, e nenhuma faixa da política trata delas.`]
}

function alemDasCondicoes(condicoes: Condicoes, { parcelas, negociadoCentavos, hoje, calendario }: AcordoPedido) {
  const { entradaMinimaCentesimos, parcelasMax, parcelaMinimaCentavos } = condicoes
  const mensais = parcelas.filter(({ numero }) => numero > 0)
  const menor = Math.min(...mensais.map(({ valorCentavos }) => valorCentavos))
  const entrada = fracao(negociadoCentavos, entradaMinimaCentesimos)
  const prazo = prazoDaEntrada(hoje, calendario)
  const noPrazo = somar(parcelas.flatMap(({ vencimento, valorCentavos }) => (vencimento <= prazo ? valorCentavos : [])))
  const unica = parcelas.length === 1
  const alem: string[] = []
  if (mensais.length > parcelasMax) alem.push(`São ${mensais.length} parcelas; a política permite até ${parcelasMax}.`)
  if (!unica && menor < parcelaMinimaCentavos)
    alem.push(`A menor parcela é de ${formatarReais(menor)}; a política pede ${formatarReais(parcelaMinimaCentavos)}.`)
  if (!unica && noPrazo < entrada)
    alem.push(
      `A entrada, até ${formatarDia(prazo)}, é de ${formatarReais(noPrazo)}; a política pede ${formatarReais(entrada)}.`,
    )
  return alem
}

/** In a band or in none: nobody is billed while they wait. */
function longeDemais({ parcelas, hoje }: AcordoPedido): string[] {
  const primeira = parcelas.find(({ numero }) => numero > 0)!.vencimento
  if (primeira <= somarDias(hoje, DIAS_ATE_A_PRIMEIRA)) return []
  return [`A primeira parcela é em ${formatarDia(primeira)}, mais de ${DIAS_ATE_A_PRIMEIRA} dias à frente.`]
}
