import { type Dia, diaDe, MINUTO_MS } from '#domain/data.ts'

const RELOGIO = 'relogio'
// Workers have none.
const guarda = globalThis.localStorage as Storage | undefined
let minutos = Number(guarda?.getItem(RELOGIO)) || 0

/**
 * The company's clock is the server's, which a demonstration may have moved: every answer
 * carries it, and the page counts on from there. A moved one is kept for the next page, whose first
 * periods begin before any answer.
 */
let diferenca = minutos * MINUTO_MS
export function acertarRelogio(doServidor: string | null) {
  const instante = doServidor ? Date.parse(doServidor) : Number.NaN
  if (Number.isNaN(instante)) return
  diferenca = instante - Date.now()
  const agoraSao = Math.round(diferenca / MINUTO_MS)
  if (agoraSao === minutos) return
  minutos = agoraSao
  try {
    guarda?.setItem(RELOGIO, `${minutos}`)
  } catch {
    // The browser keeps no more: the answer that brought the clock counts all the same.
  }
}

export const agora = () => new Date(Date.now() + diferenca)
export const hoje = (): Dia => diaDe(agora())
