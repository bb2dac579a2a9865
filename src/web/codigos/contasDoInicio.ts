import type { Conta } from '#contract/contas-receber.ts'
import { CONTAS_DE_UM_CODIGO } from '#domain/codigo.ts'

type Aberta = Pick<Conta, 'id' | 'a_caminho' | 'contestada' | 'dias_atraso'>

/** The initial choice: by itself, nothing that may have been paid, is disputed, or is beside an agreement; no more than one code takes. */
export function contasDoInicio(abertas: readonly Aberta[], escolhidas: readonly number[], haAcordo: boolean): number[] {
  const dentre = abertas.filter(({ id }) => escolhidas.includes(id))
  const livres = abertas.filter(({ a_caminho, contestada }) => !a_caminho && !contestada)
  const vencidas = livres.filter(({ dias_atraso }) => dias_atraso > 0)
  const contas = haAcordo || dentre.length > 0 ? dentre : vencidas.length > 0 ? vencidas : livres
  return contas.slice(0, CONTAS_DE_UM_CODIGO).map(({ id }) => id)
}
