import { LINK_GUARDADO } from './link.ts'
import { MAXIMO, montar, ocorrencias, type Variavel } from './modelo.ts'
import { type Preenchido, SEM_VALOR } from './preenchimento.ts'
import { VARIAVEL } from './variavel.ts'

// Parts of a text that are made only when it is sent: a payment code, the address of a page.

/**
 * The already filled text with the Pix code in its place; null where the text has no place for it. A code that does not
 * fit is not cut: the place stays as it was.
 */
export const porCodigo = (texto: string, parametros: readonly string[], copiaECola: string): Preenchido | null =>
  porNoLugar(texto, parametros, DO_CODIGO, copiaECola)

const DO_CODIGO = 'pix_copia_e_cola' satisfies Variavel
/** Does it ask for a payment code? */
export const pedeCodigo = (texto: string): boolean => ocorrencias(texto).includes(DO_CODIGO)

/** As `porCodigo`, for the customer's page; without an address, or where it does not fit, the standard words are used. */
export function porLink(texto: string, parametros: readonly string[], endereco: string | null): Preenchido | null {
  const posto = endereco === null ? null : porNoLugar(texto, parametros, 'link', endereco)
  return posto ?? porNoLugar(texto, parametros, 'link', SEM_VALOR.link)
}

function porNoLugar(texto: string, parametros: readonly string[], de: Variavel, valor: string): Preenchido | null {
  const nomes = ocorrencias(texto)
  if (!nomes.includes(de) || nomes.length !== parametros.length) return null
  const com = parametros.map((antes, i) => (nomes[i] === de ? valor : antes))
  const conteudo = montar(texto, com)
  return conteudo.length > MAXIMO ? null : { conteudo, parametros: com }
}

/** Does it name the customer's own page? */
export const pedeLink = (texto: string): boolean => ocorrencias(texto).includes('link')
/** For text sent as it stands: replaces `{{link}}` and the stored placeholder by the page's address. */
export const comLink = (texto: string, endereco: string | null): string =>
  texto
    .replace(VARIAVEL, (marca, nome) => (nome === 'link' ? LINK_GUARDADO : marca))
    .replaceAll(LINK_GUARDADO, () => endereco ?? SEM_VALOR.link)
