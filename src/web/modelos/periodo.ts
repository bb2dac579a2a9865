import { somarDias, somarMeses } from '#domain/data.ts'

/** The periods a person compares templates by; the address keeps the word. */
export const PERIODOS = [
  { valor: '7', rotulo: 'Últimos 7 dias' },
  { valor: '30', rotulo: 'Últimos 30 dias' },
  { valor: '90', rotulo: 'Últimos 90 dias' },
  { valor: 'mes', rotulo: 'Este mês' },
  { valor: 'mes-passado', rotulo: 'Mês passado' },
] as const
export type Periodo = (typeof PERIODOS)[number]['valor']

/** From which day to which, both included. */
export function diasDoPeriodo(periodo: Periodo, hoje: string): { de: string; ate: string } {
  const primeiro = `${hoje.slice(0, 8)}01`
  if (periodo === 'mes') return { de: primeiro, ate: hoje }
  if (periodo === 'mes-passado') return { de: somarMeses(primeiro, -1), ate: somarDias(primeiro, -1) }
  return { de: somarDias(hoje, 1 - Number(periodo)), ate: hoje }
}
