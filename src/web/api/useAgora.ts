import { agora } from './agora.ts'
import { criarEstado } from './estado.ts'
import { useEstado } from './useEstado.ts'

const PULSO_MS = 15_000
const pulsos = criarEstado(0)
let pulsando = false
function ouvir(avisar: () => void) {
  if (!pulsando) setInterval(() => pulsos.trocar(pulsos.ler() + 1), PULSO_MS)
  pulsando = true
  return pulsos.ouvir(avisar)
}

/** The present moment, updated every 15 s: for waits and windows that run. */
export function useAgora(): Date {
  useEstado({ ler: pulsos.ler, ouvir })
  return agora()
}
