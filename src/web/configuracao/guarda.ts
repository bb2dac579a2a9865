import type { Entrada } from '#web/api/contrato.ts'

export type Prazos = Entrada<'PUT /api/admin/configuracoes/guarda'>['body']

/** A limit as typed: null when empty, undefined when invalid. */
export function lerPrazo(texto: string, { min, max }: { min: number; max: number }): number | null | undefined {
  const limpo = texto.trim()
  if (limpo === '') return null
  const prazo = Number(limpo)
  return /^\d{1,4}$/.test(limpo) && prazo >= min && prazo <= max ? prazo : undefined
}
