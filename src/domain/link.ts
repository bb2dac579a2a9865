import { type Dia, HORA_MS, MINUTO_MS } from './data.ts'
import { formatarDocumento } from './grafia.ts'

/** Size of the token in the link to a customer's own page: 128 random bits. */
export const BYTES_DO_TOKEN = 16
/** The token as written in a URL (base64url). */
export const TOKEN_DO_LINK = /^[\w-]{22}$/
export const DIAS_DO_LINK = 15

/** Stored in messages instead of the page's URL, which only the customer may have. */
export const LINK_GUARDADO = '[link da página]'

/** The page's address; `origem` is configured, never taken from a request. */
export const enderecoDoLink = (origem: string, token: string): string => `${origem}/c/${token}`
/** The token in an address; gives `LINK_GUARDADO` back unchanged. */
export const tokenDoEndereco = (endereco: string): string => endereco.slice(endereco.lastIndexOf('/') + 1)

/** A placeholder as long as a real link that opens nothing, for previews and checks. */
export const linkDeExemplo = (origem: string): string => enderecoDoLink(origem, 'exemplo-exemplo-exempl')

/** A text without the tokens of pages, whoever wrote it: a customer may send their own link back to us. */
export const semLinks = (texto: string): string => texto.replace(/\/c\/[\w-]{22}(?![\w-])/g, '/c/…')
/** As `semLinks`, for raw webhooks, where other ids may look like a token: only inside whole URLs. */
export const semEnderecos = (texto: string): string =>
  texto.replace(/(https?:\/\/[^\s"<>]{1,300}?\/c\/)[\w-]{22}(?![\w-])/g, '$1…')

const TRINTA_DIAS_MS = 30 * 24 * HORA_MS
const ERRADAS_POR_HORA = 5
const ERRADAS_EM_30_DIAS = 15
export const ATOS_POR_DIA = 20

/** What is remembered of one customer on one phone, over all links of theirs. */
export interface Porta {
  /** Instants of the wrong tries that still count, oldest first. */
  erradas: readonly string[]
  fechada_ate: string | null
  sem_link_ate: string | null
}

/** Seconds until the next try is looked at; 0: now. Longer than a door is ever closed, a clock said it that has been set back since. */
export function esperaDaPorta({ fechada_ate }: Porta, agora: Date): number {
  const ms = Date.parse(fechada_ate ?? '') - agora.getTime()
  return ms > 0 && ms <= HORA_MS + MINUTO_MS ? Math.ceil(ms / 1000) : 0
}

/**
 * After one more wrong try: five in an hour close the door for an hour; fifteen in thirty days end every link, and none is made
 * for the next thirty.
 */
export function aposErrada({ erradas, fechada_ate }: Porta, agora: Date) {
  const desde = (ms: number) => (em: string) => {
    const haMs = agora.getTime() - Date.parse(em)
    return haMs < ms && haMs > -MINUTO_MS // further ahead it is of a clock that has been set back since
  }
  const contam = [...erradas.filter(desde(TRINTA_DIAS_MS)), agora.toISOString()]
  const em = (ms: number) => new Date(agora.getTime() + ms).toISOString()
  if (contam.length >= ERRADAS_EM_30_DIAS)
    return { erradas: [], fechada_ate: em(HORA_MS), sem_link_ate: em(TRINTA_DIAS_MS), encerrar: true }
  const fecha = contam.filter(desde(HORA_MS)).length >= ERRADAS_POR_HORA
  return { erradas: contam, fechada_ate: fecha ? em(HORA_MS) : fechada_ate, sem_link_ate: null, encerrar: false }
}

/** Which document's first digits the page asks for: enough to identify the customer without revealing the document. */
export const pedidoDe = (documento: string): 'cpf' | 'cnpj' => (documento.length === 11 ? 'cpf' : 'cnpj')
export const DIGITOS = { cpf: 3, cnpj: 4 } as const

/** What was typed, without points and spaces, in capitals. */
const digitosDitos = (digitos: string): string => digitos.replace(/[^\da-z]/gi, '').toUpperCase()

/** Are these the first of the document? Whoever types all of it is right as well. */
export function digitosConferem(documento: string, digitos: string): boolean {
  const dito = digitosDitos(digitos)
  const quantos = DIGITOS[pedidoDe(documento)]
  return dito === documento.slice(0, quantos) || dito === documento
}

/** The acts counted today; a count of another day is 0. */
export const atosHoje = ({ dia, atos }: { dia: Dia | null; atos: number }, hoje: Dia): number =>
  dia === hoje ? atos : 0

/** A CPF as those outside the company's screens see it: neither its first digits, which open the page, nor its last. */
export const documentoDeFora = (documento: string): string =>
  documento.length === 11 ? `***.${documento.slice(3, 6)}.${documento.slice(6, 9)}-**` : formatarDocumento(documento)
