import { cnpjValido, cpfValido } from './documento.ts'
import { cortar, normalizar } from './texto.ts'

/** Who a bank says paid; the document in capitals without punctuation, masked as it came: `***982247**`. */
export interface Pagador {
  nome: string | null
  documento: string | null
}

/** What is left of a payer whose name was erased (`sinaisDe`). */
export interface Sinais {
  nome: number | null
  documento: number | null
}

/** What banks write before a name, and after it. */
const PALAVRAS_DO_BANCO = new Set(
  (
    'pix ted tef doc tec dep transf transferencia transferencias recebido recebida recebidos recebimento receb rec credito cred em conta ' +
    'devolvido devolvida devolucao dev reembolso estorno enviado enviada pelo pela via rem remetente de qr qrs qrcode code cod est ' +
    'din estatico dinamico chave sispag deposito online pix_cred cp outra outro if interna interno mesma agencia dinheiro cliente ' +
    'pagamento pagto pgto boleto cobranca eletronica disponivel origem favorecido'
  ).split(' '),
)

const MARCA = '\u0001'
const CNPJ_ESCRITO = /\b[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}\b/i
const CNPJ_SECO = /\b[0-9A-Z]{12}\d{2}\b/i
const CPF_ESCRITO = /\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/
const CPF_SECO = /\b\d{11}\b/
/** Banks hide the first three digits of a CPF and its check digits, each with a sign of its own. */
const CPF_MASCARADO = /(?:[*•xX#]{3})\.?(\d{3})\.?(\d{3})-?(?:[*•xX#]{2})/

/** The payer that a statement's texts name: by `NAME` where the bank fills it, else within the memo. */
export function pagadorDe(nome: string, memo: string): Pagador | null {
  const doNome = lerTexto(nome)
  const doMemo = lerTexto(memo)
  const pagador = { nome: doNome.nome ?? doMemo.nome, documento: doNome.documento ?? doMemo.documento }
  return pagador.nome === null && pagador.documento === null ? null : pagador
}

function lerTexto(texto: string): Pagador {
  const { documento, marcado } = separarDocumento(texto)
  const [antes = '', depois = ''] = marcado.split(MARCA)
  return { documento, nome: nomeEm(antes) ?? nomeEm(depois.replace(/^\s*-\s*(BCO|COOP|BANCO)\b.*$/i, '')) }
}

function separarDocumento(texto: string): { documento: string | null; marcado: string } {
  for (const forma of [CNPJ_ESCRITO, CPF_ESCRITO, CNPJ_SECO, CPF_SECO]) {
    const achado = forma.exec(texto)
    const documento = achado?.[0].replace(/[.\-/]/g, '').toUpperCase()
    if (documento && (cpfValido(documento) || cnpjValido(documento)))
      return { documento, marcado: texto.replace(achado![0], MARCA) }
  }
  const mascarado = CPF_MASCARADO.exec(texto)
  if (!mascarado) return { documento: null, marcado: texto }
  return { documento: `***${mascarado[1]}${mascarado[2]}**`, marcado: texto.replace(mascarado[0], MARCA) }
}

/** What is left once the bank's own words, days, hours and numbers about it are gone; null when no name is. */
function nomeEm(texto: string): string | null {
  let resto = texto.replace(/"/g, ' ').trim()
  for (let palavra = primeira(resto); palavra !== null && doBanco(palavra); palavra = primeira(resto))
    resto = resto.replace(/^[^\p{L}\p{N}]*/u, '').slice(palavra.length)
  const nome = resto
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/\s*\d{2}\/\d{2}(\/\d{2,4})?\s*$/, '')
    .replace(/[\s\-:.,]+$/, '')
    .replace(/\s+/g, ' ')
  return (nome.match(/\p{L}/gu)?.length ?? 0) >= 2 ? cortar(nome, 120) : null
}

const primeira = (texto: string): string | null => /^[^\p{L}\p{N}]*([\p{L}_]+|\d[\d/:]*)/u.exec(texto)?.[1] ?? null
const doBanco = (palavra: string): boolean => /^\d/.test(palavra) || PALAVRAS_DO_BANCO.has(normalizar(palavra))
