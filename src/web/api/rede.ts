import { useSyncExternalStore } from 'react'
import { agora } from './agora.ts'

let semRedeDesde: string | null = navigator.onLine ? null : agora().toISOString()
const ouvintes = new Set<() => void>()
const mudar = () => {
  semRedeDesde = navigator.onLine ? null : (semRedeDesde ?? agora().toISOString())
  for (const avisar of ouvintes) avisar()
}
window.addEventListener('online', mudar)
window.addEventListener('offline', mudar)

/** The instant at which the network went away, or null while it is there. */
export const useSemRedeDesde = () =>
  useSyncExternalStore(
    (avisar) => {
      ouvintes.add(avisar)
      return () => ouvintes.delete(avisar)
    },
    () => semRedeDesde,
  )
