import { type Calendario, diaUtil, proximoDiaPermitido, somarDiasUteis } from './calendario.ts'
import { type Dia, diasEntre, somarDias } from './data.ts'
import { DIAS_ATE_QUEBRAR } from './negociacao.ts'
import { type Retencao, retidaEm } from './retencao.ts'

export const TIPOS_PASSO = ['lembrete', 'vencimento', 'atraso', 'atraso_grave'] as const
export type TipoPasso = (typeof TIPOS_PASSO)[number]

/** How far from the due day a step may stand. */
export const DIAS_DO_PASSO = { de: -60, ate: 365 } as const

/** A step is known by its `dias`, relative to the due day. */
export interface Passo {
  dias: number
  tipo: TipoPasso
  ativo: boolean
}

export interface Regua {
  passos: readonly Passo[]
  /** Steps are counted in business days. */
  diasUteis: boolean
  maxTentativas: number
  intervaloMinimoDias: number
}

export const PASSOS_PADRAO: readonly Passo[] = [
  { dias: -3, tipo: 'lembrete', ativo: true },
  { dias: 0, tipo: 'vencimento', ativo: true },
  { dias: 2, tipo: 'atraso', ativo: true },
  { dias: 5, tipo: 'atraso', ativo: true },
  { dias: 10, tipo: 'atraso', ativo: true },
  { dias: 20, tipo: 'atraso_grave', ativo: true },
  { dias: 30, tipo: 'atraso_grave', ativo: true },
]

export const REGUA_PADRAO: Regua = { passos: PASSOS_PADRAO, diasUteis: false, maxTentativas: 6, intervaloMinimoDias: 2 }

/** What the cadence needs to know of an open account. */
export interface ContaNaRegua {
  id: number
  /** The written due day; steps up to it count from here. */
  vencimento: Dia
  /** The due day moved to a business day; steps after it count from here. */
  vencimentoUtil: Dia
  /** An instalment of a running agreement: reminded with the template `parcela`. */
  parcelaDeAcordo: boolean
  /** The latest step already covered for this due day. */
  coberto: number | null
  /** What keeps it out of messages for now. */
  retencao: Retencao | null
}

type Vencimento = Pick<ContaNaRegua, 'vencimento' | 'vencimentoUtil'>

/** In the order of their days, from the reminder on. */
export const passosAtivos = (regua: Regua): Passo[] =>
  regua.passos.filter((passo) => passo.ativo).sort((a, b) => a.dias - b.dias)

/** The day on which a step falls, whether or not anything may be sent on it. */
export function diaEscrito(conta: Vencimento, dias: number, regua: Regua, calendario: Calendario): Dia {
  const base = dias > 0 ? conta.vencimentoUtil : conta.vencimento
  return regua.diasUteis ? somarDiasUteis(base, dias, calendario) : somarDias(base, dias)
}

/** The day on which a step is sent: the one it falls on, or the next allowed one. */
export const diaDoPasso = (conta: Vencimento, dias: number, regua: Regua, calendario: Calendario): Dia =>
  proximoDiaPermitido(diaEscrito(conta, dias, regua, calendario), calendario)

/**
 * The latest step whose day has come, unless it or a later one is already covered. Never one for each day missed:
 * earlier steps that were missed are not owed any more. On a day without sending, what falls on it is due all the same. While
 * the account is held nothing is due: its step goes on the first allowed day after.
 */
export const passoDevido = (conta: ContaNaRegua, dia: Dia, regua: Regua, calendario: Calendario): Passo | null =>
  retidaEm(conta.retencao, dia) ? null : passoSemRetencao(conta, dia, regua, calendario)

/** The step that would be due, were the account not held. */
export function passoSemRetencao(conta: ContaNaRegua, dia: Dia, regua: Regua, calendario: Calendario): Passo | null {
  const chegou = cortesDe(dia, regua, calendario).findLast((um) => chegouPara(conta, um))?.passo
  if (!chegou || (conta.coberto !== null && conta.coberto >= chegou.dias)) return null
  return chegou
}

/** The first step that is still to come. */
export const passoAdiante = (conta: Vencimento, dia: Dia, regua: Regua, calendario: Calendario): Passo | null =>
  cortesDe(dia, regua, calendario).find((um) => !chegouPara(conta, um))?.passo ?? null

/** The first to come that was not sent for this due day: a change of the cadence or of a holiday may put off one that was. */
export const passoPorVir = (conta: ContaNaRegua, dia: Dia, regua: Regua, calendario: Calendario): Passo | null =>
  cortesDe(dia, regua, calendario).find(
    (um) => !chegouPara(conta, um) && (conta.coberto === null || um.passo.dias > conta.coberto),
  )?.passo ?? null

/** Overdue, with nothing due, no step ahead and no hold: the engine has nothing more to say about it. */
export const contaEsgotada = (conta: ContaNaRegua, dia: Dia, regua: Regua, calendario: Calendario): boolean =>
  !conta.parcelaDeAcordo &&
  !retidaEm(conta.retencao, dia) &&
  conta.vencimentoUtil < dia &&
  passoAdiante(conta, dia, regua, calendario) === null &&
  passoDevido(conta, dia, regua, calendario) === null

/** An instalment so late, and not held, that its agreement breaks: nothing more is said of it. */
export const quebraOAcordo = (conta: ContaNaRegua, dia: Dia): boolean =>
  conta.parcelaDeAcordo && !retidaEm(conta.retencao, dia) && diasEntre(conta.vencimentoUtil, dia) >= DIAS_ATE_QUEBRAR

/** The most overdue comes first: it chooses the template. */
export const porAtraso = (a: { vencimento: Dia; id: number }, b: { vencimento: Dia; id: number }): number =>
  a.vencimento.localeCompare(b.vencimento) || a.id - b.id

/**
 * The latest due day (written for steps up to 0, moved for those after) for which a step has come by `dia`. With it a
 * set of accounts is judged by one comparison each, without walking the calendar for every account.
 */
export function corteDoPasso(dias: number, dia: Dia, regua: Regua, calendario: Calendario): Dia {
  if (!regua.diasUteis) return somarDias(dia, -dias)
  if (dias <= 0) return somarDiasUteis(dia, -dias, calendario)
  let corte = dia
  for (let faltam = dias; faltam > 0; corte = somarDias(corte, -1)) if (diaUtil(corte, calendario)) faltam -= 1
  return corte
}

interface PassoComCorte {
  passo: Passo
  corte: Dia
}

const chegouPara = (conta: Vencimento, { passo: { dias }, corte }: PassoComCorte): boolean =>
  (dias > 0 ? conta.vencimentoUtil : conta.vencimento) <= corte

const lembrados = new WeakMap<Regua, { calendario: Calendario; porDia: Map<Dia, PassoComCorte[]> }>()

/** The active steps in order with their cuts; computed once for all accounts judged by the same cadence on the same day. */
function cortesDe(dia: Dia, regua: Regua, calendario: Calendario): readonly PassoComCorte[] {
  let daRegua = lembrados.get(regua)
  if (daRegua?.calendario !== calendario) {
    daRegua = { calendario, porDia: new Map() }
    lembrados.set(regua, daRegua)
  }
  let cortes = daRegua.porDia.get(dia)
  if (!cortes) {
    cortes = passosAtivos(regua).map((passo) => ({ passo, corte: corteDoPasso(passo.dias, dia, regua, calendario) }))
    daRegua.porDia.set(dia, cortes)
  }
  return cortes
}
