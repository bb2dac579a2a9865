import { agora } from './agora.ts'
import { criarEstado, criarSinal } from './estado.ts'

/** Since when nothing can be asked of the server, and whether it is the network or the server that is away. */
export interface Falta {
  desde: string
  causa: 'rede' | 'servidor'
}
const ESPERA_INICIAL_MS = 2_000
const ESPERA_MAXIMA_MS = 15_000

/** What is missing and since when, or null while all is well. */
export const faltaAtual = criarEstado<Falta | null>(null)
let espera = ESPERA_INICIAL_MS
let relogio: ReturnType<typeof setTimeout> | undefined
let conferindo: Promise<void> | null = null
const volta = criarSinal()
/** Called once each time the server can be reached again. */
export const aoVoltarARede = volta.ouvir
/** Told of an act whose answer was lost: what is on the screen may be of before it. */
export const { avisar: avisarPerdida, ouvir: aoPerderResposta } = criarSinal()

function trocar(nova: Falta | null) {
  const antes = faltaAtual.ler()
  if (nova?.causa === antes?.causa) return
  faltaAtual.trocar(nova && { ...nova, desde: antes?.desde ?? nova.desde })
  if (!nova) volta.avisar()
}

/** Asks the server something small; until it answers, in a while or not at all, tries again by itself with growing pauses. */
export function conferirRede(): Promise<void> {
  conferindo ??= perguntar().finally(() => {
    conferindo = null
  })
  return conferindo
}

async function perguntar() {
  clearTimeout(relogio)
  const resposta = await fetch('/api/empresa', {
    cache: 'no-store',
    signal: AbortSignal.timeout(ESPERA_MAXIMA_MS),
  }).catch(() => null)
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
