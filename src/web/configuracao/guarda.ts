import type { Entrada } from '#web/api/contrato.ts'

export type Prazos = Entrada<'PUT /api/admin/configuracoes/guarda'>['body']

/** What was written as a limit: null when nothing, undefined when it is none. */
export function lerPrazo(texto: string, { min, max }: { min: number; max: number }): number | null | undefined {
  const limpo = texto.trim()
  if (limpo === '') return null
  const prazo = Number(limpo)
  return /^\d{1,4}$/.test(limpo) && prazo >= min && prazo <= max ? prazo : undefined
}
