import { agora } from './agora.ts'

/** Since when nothing can be asked of the server, and whether it is the network or the server that is away. */
export interface Falta {
  desde: string
  causa: 'rede' | 'servidor'
}
const ESPERA_INICIAL_MS = 2_000
const ESPERA_MAXIMA_MS = 15_000

let falta: Falta | null = null
let espera = ESPERA_INICIAL_MS
let relogio: ReturnType<typeof setTimeout> | undefined
let conferindo: Promise<void> | null = null
const ouvintes = new Set<() => void>()
const aoVoltar = new Set<() => void>()

function trocar(nova: Falta | null) {
  if (nova?.causa === falta?.causa) return
  const voltou = falta !== null && nova === null
  falta = nova && { ...nova, desde: falta?.desde ?? nova.desde }
  for (const avisar of ouvintes) avisar()
  if (voltou) for (const avisar of aoVoltar) avisar()
}

/** Asks a small thing of the server; until it answers, asks again by itself with growing pauses. */
export function conferirRede(): Promise<void> {
  conferindo ??= perguntar().finally(() => {
    conferindo = null
  })
  return conferindo
}

async function perguntar() {
  clearTimeout(relogio)
  const resposta = await fetch('/api/empresa', { cache: 'no-store' }).catch(() => null)
  if (resposta && resposta.status < 500) {
    espera = ESPERA_INICIAL_MS
    return trocar(null)
  }
  trocar({ desde: agora().toISOString(), causa: resposta ? 'servidor' : 'rede' })
  relogio = setTimeout(() => void conferirRede(), espera)
  espera = Math.min(espera * 2, ESPERA_MAXIMA_MS)
}

window.addEventListener('online', () => void conferirRede())
window.addEventListener('offline', () => {
  trocar({ desde: agora().toISOString(), causa: 'rede' })
  void conferirRede()
})
if (!navigator.onLine) void conferirRede()

/** Told once each time the server can be reached again. */
export function aoVoltarARede(avisar: () => void) {
  aoVoltar.add(avisar)
  return () => {
    aoVoltar.delete(avisar)
  }
}

export const faltaAtual = () => falta
/** Told whenever what is missing changes. */
export function aoMudarFalta(avisar: () => void) {
  ouvintes.add(avisar)
  return () => {
    ouvintes.delete(avisar)
  }
}
