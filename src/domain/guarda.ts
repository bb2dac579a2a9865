import { type Dia, somarDias, somarMeses } from './data.ts'

/** For how long, in months or days; null: for ever, but for `eventos`. */
export interface Guarda {
  mensagens_meses: number | null
  arquivos_meses: number | null
  clientes_meses: number | null
  eventos_dias: number | null
}

export const MESES_DA_GUARDA = { min: 1, max: 240 }
/** Meta repeats a webhook for seven days: what was told must be known again for longer. */
export const DIAS_DOS_EVENTOS = { min: 8, max: 3650 }
export const DIAS_DOS_EVENTOS_PADRAO = 30

/** How far an erasing is counted before it is done: who has more is told "or more". */
export const MAIS_CONTADOS_DA_GUARDA = 100_000

/** The first day that is still kept; null: nothing goes. */
export const guardadoDesde = (meses: number | null, hoje: Dia): Dia | null =>
  meses === null ? null : somarMeses(hoje, -meses)

/** The first day whose events are still kept. */
export const eventosDesde = ({ eventos_dias }: Pick<Guarda, 'eventos_dias'>, hoje: Dia): Dia =>
  somarDias(hoje, -(eventos_dias ?? DIAS_DOS_EVENTOS_PADRAO))
