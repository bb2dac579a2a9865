import { LINK_GUARDADO } from './link.ts'
import { MAXIMO, montar, ocorrencias, type Preenchido, SEM_VALOR, VARIAVEL, type Variavel } from './modelo.ts'

// What of a text is made only as it leaves: a payment code, the address of a page.

/**
 * The code in a text that was filled before there was one; null where the text has no place for it. What does not fit is not cut:
 * the place stays as it was.
 */
export const porCodigo = (texto: string, parametros: readonly string[], copiaECola: string): Preenchido | null =>
  porNoLugar(texto, parametros, DO_CODIGO, copiaECola)

const DO_CODIGO = 'pix_copia_e_cola' satisfies Variavel
/** Does it ask for a payment code? */
export const pedeCodigo = (texto: string): boolean => ocorrencias(texto).includes(DO_CODIGO)

/** The same of the address of the customer's page; without one, or where it does not fit, the words that stand for it. */
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
/** In a text that goes as it stands: what names the page, or stands for it, gives way to its address. */
export const comLink = (texto: string, endereco: string | null): string =>
  texto
    .replace(VARIAVEL, (marca, nome) => (nome === 'link' ? LINK_GUARDADO : marca))
    .replaceAll(LINK_GUARDADO, () => endereco ?? SEM_VALOR.link)
