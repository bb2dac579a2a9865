import { useSyncExternalStore } from 'react'
import { agora } from './agora.ts'

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
