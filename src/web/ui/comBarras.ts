import { lerDia } from './formatos.ts'

/** Adds the slash after day and month where only digits are typed, and never a second one. */
export function comBarras(texto: string): string {
  const umaSo = texto.replace(/\/{2,}/g, '/')
  return /^\d{2}(\/\d{2})?$/.test(umaSo) ? `${umaSo}/` : umaSo
}

/** A day typed without its year, with the first one that is not before `min`. */
export function comAno(texto: string, min: string): string {
  const [, diaEMes] = /^(\d{1,2}\/\d{1,2})\/?$/.exec(texto.trim()) ?? []
  if (!diaEMes) return texto
  const ano = Number(min.slice(0, 4))
  const deste = `${diaEMes}/${ano}`
  return (lerDia(deste) ?? min) < min ? `${diaEMes}/${ano + 1}` : deste
}
