import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { chaveEmUso, chavesConhecidas } from '#server/chaves/chaveiro.ts'

/** Behind https no other host, subdomain or http page can write a cookie of that name (`__Host-`), which has the whole site. */
const comNome = (seguro: boolean) =>
  seguro ? { nome: '__Host-navegador', caminho: '/' } : { nome: 'navegador', caminho: '/api/login' }
const VALE_S = 180 * 24 * 60 * 60
/** People who share a browser; the one who signed in longest ago is forgotten first. */
const MAIS_PESSOAS = 8
const TAMANHO_MAXIMO = 2_000

/** A browser, by a random name of its own, and who signed in there: marks of their e-mails, and until when (seconds). */
const Navegador = z.object({
  id: z.string().max(40),
  pessoas: z.array(z.tuple([z.string().max(40), z.int()])).max(MAIS_PESSOAS),
})
type Navegador = z.infer<typeof Navegador>

export interface Navegadores {
  /** The name of a browser where this e-mail signed in before, or null. */
  conhecido(cookies: string | undefined, email: string, agora: Date): string | null
  /** Is this the cookie of a browser where anybody signed in before, whose time is not over? */
  nosso(cookies: string | undefined, agora: Date): boolean
  /** The `Set-Cookie` by which this browser will be known for this e-mail (and for those it was known for). */
  lembrar(cookies: string | undefined, email: string, agora: Date): string
}

/**
 * Recognises browsers where somebody signed in before, by a signed cookie that gives no access: it only keeps
 * strangers' wrong passwords from counting against them. It contains no e-mail, and its key has no other use.
 */
export function criarNavegadores(chaveSecreta: Buffer, seguro: boolean): Navegadores {
  const { nome, caminho } = comNome(seguro)
  const comChave = (secreta: Buffer) => {
    const chave = Buffer.from(hkdfSync('sha256', secreta, '', 'cookie do navegador conhecido', 32))
    const assinar = (texto: string) => createHmac('sha256', chave).update(texto).digest()
    const marcaDe = (email: string) => assinar(`email:${email.toLowerCase()}`).toString('base64url').slice(0, 22)
    return {
      assinar,
      marcaDe,
      ler: (cookies: string | undefined, agora: Date) => lerCookie(cookies, nome, assinar, agora),
    }
  }
  return {
    conhecido(cookies, email, agora) {
      for (const { ler, marcaDe } of chavesConhecidas(chaveSecreta).map(comChave)) {
        const navegador = ler(cookies, agora)
        const marca = marcaDe(email)
        if (navegador?.pessoas.some(([uma]) => uma === marca)) return navegador.id
      }
      return null
    },
    nosso: (cookies, agora) =>
      cookies?.includes(`${nome}=`) === true &&
      chavesConhecidas(chaveSecreta).some((chave) => (comChave(chave).ler(cookies, agora)?.pessoas.length ?? 0) > 0),
    lembrar(cookies, email, agora) {
      // Marks depend on the signing key: after a change of it each person must sign in once to be known again.
      const { assinar, marcaDe, ler } = comChave(chaveEmUso(chaveSecreta))
      const marca = marcaDe(email)
      const { id, pessoas } = ler(cookies, agora) ?? { id: randomBytes(12).toString('base64url'), pessoas: [] }
      const outras = pessoas.filter(([uma]) => uma !== marca).slice(1 - MAIS_PESSOAS)
      const novo: Navegador = { id, pessoas: [...outras, [marca, segundos(agora) + VALE_S]] }
      const texto = Buffer.from(JSON.stringify(novo)).toString('base64url')
      const valor = `${texto}.${assinar(texto).toString('base64url')}`
      const partes = [`${nome}=${valor}`, `Path=${caminho}`, `Max-Age=${VALE_S}`, 'HttpOnly', 'SameSite=Strict']
      return [...partes, ...(seguro ? ['Secure'] : [])].join('; ')
    },
  }
}

/** What a valid cookie of ours contains; nothing for any other. */
function lerCookie(
  cookies: string | undefined,
  nome: string,
  assinar: (texto: string) => Buffer,
  agora: Date,
): Navegador | null {
  const valor = new RegExp(`(?:^|;\\s*)${nome}=([\\w.-]+)`).exec(cookies ?? '')?.[1] ?? ''
  const [texto = '', assinatura = ''] = valor.length > TAMANHO_MAXIMO ? [] : valor.split('.')
  const [dada, certa] = [Buffer.from(assinatura, 'base64url'), assinar(texto)]
  if (dada.length !== certa.length || !timingSafeEqual(dada, certa)) return null
  const { id, pessoas } = Navegador.parse(JSON.parse(Buffer.from(texto, 'base64url').toString()))
  return { id, pessoas: pessoas.filter(([, ate]) => ate > segundos(agora)) }
}

const segundos = (instante: Date) => Math.floor(instante.getTime() / 1000)
