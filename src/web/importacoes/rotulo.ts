import type { Importacao } from '#contract/importacoes.ts'
import { diaEHora } from '#web/ui/formatos.ts'

/** "notas.zip · gravado em 24/11/2026 10:41, em 3 s". */
export function rotuloDa({ arquivo, created_at, terminada_em }: Importacao): string {
  const segundos = terminada_em ? Math.round((Date.parse(terminada_em) - Date.parse(created_at)) / 1000) : 0
  return `${arquivo} · ${diaEHora(created_at)}${segundos > 0 ? `, em ${segundos} s` : ''}`
}
