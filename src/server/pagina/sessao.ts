import { createHmac, timingSafeEqual } from 'node:crypto'
import { chaveEmUso, chavesConhecidas } from '#server/chaves/chaveiro.ts'
import { derivar } from '#server/chaves/derivadas.ts'

const VALE_S = 30 * 60
const NOME = 'pagina'

export interface SessoesDaPagina {
  /** The `Set-Cookie`s that let this browser in by this token, and no other, for half an hour. */
  abrir(token: string, linkId: number, agora: Date): string[]
  /** Does one of these cookies open this link now? */
  aberta(cookies: string | undefined, linkId: number, agora: Date): boolean
}

/**
 * The session of somebody who entered the digits: a signed cookie for two paths, the page's and its calls'. It names
 * the link and its expiry, works for no other link, and ends when the link ends.
 */
export function criarSessoesDaPagina(chaveSecreta: Buffer, seguro: boolean): SessoesDaPagina {
  const assinar = (com: Buffer, linkId: number, ate: number) =>
    createHmac('sha256', derivar(com, 'página do cliente')).update(`${linkId}.${ate}`).digest('base64url')
  const confere = (linkId: number, ate: number, dada: string) =>
    chavesConhecidas(chaveSecreta).some((com) => {
      const [a, b] = [Buffer.from(dada), Buffer.from(assinar(com, linkId, ate))]
      return a.length === b.length && timingSafeEqual(a, b)
    })
  return {
    abrir(token, linkId, agora) {
      const ate = segundos(agora) + VALE_S
      const valor = `${NOME}=${ate}.${assinar(chaveEmUso(chaveSecreta), linkId, ate)}`
      const como = ['HttpOnly', 'SameSite=Strict', `Max-Age=${VALE_S}`, ...(seguro ? ['Secure'] : [])].join('; ')
      return [`/c/${token}`, `/api/publico/c/${token}`].map((caminho) => `${valor}; Path=${caminho}; ${como}`)
    },
    aberta(cookies, linkId, agora) {
      const dados = [...(cookies ?? '').matchAll(/(?:^|;\s*)pagina=(\d{1,12})\.([\w-]{43})(?=;|$)/g)]
      return dados.some(([, ate, dada]) => Number(ate) > segundos(agora) && confere(linkId, Number(ate), dada!))
    },
  }
}

const segundos = (instante: Date) => Math.floor(instante.getTime() / 1000)
