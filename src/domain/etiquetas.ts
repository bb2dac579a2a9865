import { ArquivoRecusado, recusarDoctype } from './arquivo-do-banco.ts'

/** A tag of an OFX file and the text that follows it, up to the next tag. */
export interface Etiqueta {
  /** In capitals. */
  nome: string
  fecha: boolean
  texto: string
  linha: number
}

const ETIQUETA = /<(\/?)([A-Za-z][\w.]{0,39})(?:\s[^<>]{0,200})?\/?>/g
const MAIOR_TEXTO = 65_536

/**
 * Cuts OFX into tags and texts, SGML and XML alike, as its pieces arrive: leaves may be closed or not, several tags may
 * share a line, and a bare `<` or `&` stays text. Nothing is expanded but the five entities of XML and numbers.
 */
export class LeitorDeEtiquetas {
  readonly #ver: (etiqueta: Etiqueta) => void
  #resto = ''
  #linha = 1

  constructor(ver: (etiqueta: Etiqueta) => void) {
    this.#ver = ver
  }

  ler(pedaco: string): void {
    const texto = this.#resto + pedaco
    if (/<!doctype/i.test(texto)) recusarDoctype()
    let ultima: RegExpExecArray | null = null
    for (const achada of texto.matchAll(ETIQUETA)) {
      this.#contar(texto, ultima ? ultima.index : 0, achada.index, ultima)
      ultima = achada
    }
    this.#resto = ultima ? texto.slice(ultima.index) : texto
    if (this.#resto.length > MAIOR_TEXTO + pedaco.length)
      throw new ArquivoRecusado(`O texto da linha ${this.#linha} é grande demais para ser de um extrato.`)
  }

  /** Whatever follows the last tag. */
  fim(): void {
    const [ultima] = this.#resto.matchAll(ETIQUETA)
    if (ultima) this.#contar(this.#resto, ultima.index, this.#resto.length, ultima)
    this.#resto = ''
  }

  #contar(texto: string, de: number, ate: number, etiqueta: RegExpExecArray | null): void {
    if (etiqueta) {
      const valor = texto.slice(de + etiqueta[0].length, ate)
      this.#ver({
        nome: etiqueta[2]!.toUpperCase(),
        fecha: etiqueta[1] === '/',
        texto: decodificar(valor),
        linha: this.#linha,
      })
    }
    for (let i = texto.indexOf('\n', de); i >= 0 && i < ate; i = texto.indexOf('\n', i + 1)) this.#linha += 1
  }
}

const ENTIDADES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decodificar(texto: string): string {
  const limpo = texto.trim().replace(/^<!\[CDATA\[([\s\S]*)\]\]>$/, '$1')
  if (!limpo.includes('&')) return limpo
  return limpo.replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]+));/gi, (inteira, decimal, hexa, nome) => {
    if (nome) return ENTIDADES[nome.toLowerCase()] ?? inteira
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hexa, 16))
  })
}
