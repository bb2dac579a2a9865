import { type Calendario, somarDiasUteis } from './calendario.ts'
import { type Dia, somarDias } from './data.ts'

/** Why an account is left in peace for now, as the contract orders them: of several the first is named. */
export const MOTIVOS_DA_RETENCAO = ['acordo', 'contestacao', 'promessa', 'pagamento_a_caminho'] as const
export type MotivoDaRetencao = (typeof MOTIVOS_DA_RETENCAO)[number]

/** A hold on an account: it has no step due, and is not without one ahead. */
export interface Retencao {
  motivo: MotivoDaRetencao
  /** The last day held; null: nobody knows yet. */
  ate: Dia | null
}

/** Its last day is held too. */
export const retidaEm = (retencao: Retencao | null, dia: Dia): boolean =>
  retencao !== null && (retencao.ate === null || dia <= retencao.ate)

/** The first day, from `dia` on, that is not held; null while nobody knows when it ends. */
export function livreDesde(retencao: Retencao | null, dia: Dia): Dia | null {
  if (!retidaEm(retencao, dia)) return dia
  return retencao!.ate === null ? null : somarDias(retencao!.ate, 1)
}

/** The days on which a hold of `diasUteis` may have begun and still hold on `dia`, each with its last day. */
export function esperasEmCurso(dia: Dia, diasUteis: number, calendario: Calendario): { desde: Dia; ate: Dia }[] {
  const esperas: { desde: Dia; ate: Dia }[] = []
  for (let desde = dia; ; desde = somarDias(desde, -1)) {
    const ate = somarDias(somarDiasUteis(desde, diasUteis, calendario), -1)
    if (ate < dia) return esperas
    esperas.push({ desde, ate })
  }
}
