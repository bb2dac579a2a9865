import { useSyncExternalStore } from 'react'
import { type Dia, diaDe } from '#domain/data.ts'

/**
 * The company's clock is the server's, which a demonstration may have moved: every answer
 * carries it, and the page counts on from there.
 */
let diferenca = 0
export function acertarRelogio(doServidor: string | null) {
  const instante = doServidor ? Date.parse(doServidor) : Number.NaN
  if (!Number.isNaN(instante)) diferenca = instante - Date.now()
}

export const agora = () => new Date(Date.now() + diferenca)
export const hoje = (): Dia => diaDe(agora())

const PULSO_MS = 15_000
let minuto = 0
const ouvintes = new Set<() => void>()
setInterval(() => {
  minuto++
  for (const avisar of ouvintes) avisar()
}, PULSO_MS)

/** The present moment, told again every quarter of a minute: for waits and windows that run. */
export function useAgora(): Date {
  useSyncExternalStore(
    (avisar) => {
      ouvintes.add(avisar)
      return () => ouvintes.delete(avisar)
    },
    () => minuto,
  )
  return agora()
}
