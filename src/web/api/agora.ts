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
