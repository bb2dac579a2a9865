/** A value that is already HTML; anything else is text, and is escaped when inserted. */
export class Html {
  readonly texto: string
  constructor(texto: string) {
    this.texto = texto
  }
}

type Valor = Html | string | number | null | undefined | false | readonly Valor[]

const SINAIS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escrever = (valor: Valor): string => {
  if (valor instanceof Html) return valor.texto
  if (Array.isArray(valor)) return valor.map(escrever).join('')
  return valor === null || valor === undefined || valor === false
    ? ''
    : String(valor).replace(/[&<>"']/g, (um) => SINAIS[um]!)
}

/** `html``<p>${nome}</p>`: inserted values are escaped, unless made by this function. */
export const html = (partes: TemplateStringsArray, ...valores: Valor[]): Html =>
  new Html(partes.reduce((feito, parte, i) => feito + escrever(valores[i - 1]) + parte))
