import { useSyncExternalStore } from 'react'
import { agora } from './agora.ts'

const PULSO_MS = 15_000
let pulsos = 0
let pulsando = false
const ouvintes = new Set<() => void>()
const contados = () => pulsos

function pulsar() {
  pulsos++
  for (const avisar of ouvintes) avisar()
}
function ouvir(avisar: () => void) {
  ouvintes.add(avisar)
  if (!pulsando) setInterval(pulsar, PULSO_MS)
  pulsando = true
  return () => void ouvintes.delete(avisar)
}

/** The present moment, told again every quarter of a minute: for waits and windows that run. */
export function useAgora(): Date {
  useSyncExternalStore(ouvir, contados, contados)
  return agora()
}
