import { chavePix } from './chave-pix.ts'
import { type Centavos, VALOR_MAXIMO_CENTAVOS } from './dinheiro.ts'

/** A Pix "copia e cola" that anybody may pay, by key; without amount the payer writes it. */
export interface PixEstatico {
  forma: 'estatico'
  /** As banks keep it (`chavePix`). */
  chave: string
  nome: string
  cidade: string
  valorCentavos: Centavos | null
  /** 1 to 25 letters and digits, or null for none. */
  txid: string | null
  /** What the payer reads. */
  texto: string | null
}

/** A Pix "copia e cola" whose charge lives at a PSP: only the address says what is asked. */
export interface PixDinamico {
  forma: 'dinamico'
  /** Without `https://`. */
  url: string
  nome: string
  cidade: string
  usoUnico: boolean
}

export type PixLido = (PixEstatico | PixDinamico) & {
  /** What a payer's bank may refuse or cut, each a sentence. */
  avisos: string[]
}

const GUI = 'br.gov.bcb.pix'
const SEM_TXID = '***'
const TXID_ESTATICO = /^[A-Za-z0-9]{1,25}$/
const MAIOR_MODELO = 99
const NOME_MAXIMO = 25
const CIDADE_MAXIMA = 15

/**
 * A static code as the payer pastes it (EMV QR of the merchant, BR Code of the Banco Central). Name and city lose their
 * accents and are cut. Throws RangeError for an invalid key, amount or txid, or a text that does not fit beside the
 * key.
 */
export function escreverPixEstatico(codigo: Omit<PixEstatico, 'forma'>): string {
  const { chave, valorCentavos, txid, texto } = codigo
  if (chavePix(chave) !== chave) throw new RangeError(`"${chave}" is no Pix key`)
  if (txid !== null && !TXID_ESTATICO.test(txid)) throw new RangeError(`"${txid}" is no txid of a static code`)
  const conta = campo('00', GUI) + campo('01', chave) + (texto === null ? '' : campo('02', semAcentos(texto)))
  return fechar(
    campo('00', '01') +
      campo('26', conta) +
      campo('52', '0000') +
      campo('53', '986') +
      (valorCentavos === null ? '' : campo('54', valorEscrito(valorCentavos))) +
      quemRecebe(codigo) +
      campo('62', campo('05', txid ?? SEM_TXID)),
  )
}

/** The code of a charge kept at `url`, for a PSP whose API returns no code. */
export function escreverPixDinamico(codigo: Omit<PixDinamico, 'forma'>): string {
  const url = codigo.url.replace(/^https:\/\//, '')
  if (!/^[!-~]+$/.test(url)) throw new RangeError(`"${url}" fits in no Pix code`)
  return fechar(
    campo('00', '01') +
      (codigo.usoUnico ? campo('01', '12') : '') +
      campo('26', campo('00', GUI) + campo('25', url)) +
      campo('52', '0000') +
      campo('53', '986') +
      quemRecebe(codigo) +
      campo('62', campo('05', SEM_TXID)),
  )
}

/** The receiver's name as a code carries it: at most 25 letters without accents, words whole where possible. */
export const nomeNoPix = (nome: string): string => cortarEmPalavras(semAcentos(nome).toUpperCase(), NOME_MAXIMO)
/** Likewise the city, at most 15. */
export const cidadeNoPix = (cidade: string): string => cortarEmPalavras(semAcentos(cidade).toUpperCase(), CIDADE_MAXIMA)

/** Reads a Pix "copia e cola" as people paste it, or says in a sentence why it is none that can be paid. */
export function lerPix(colado: string): PixLido | { problema: string } {
  const texto = colado.replace(/[\r\n\t]/g, '').trim()
  if (!texto.startsWith('000201')) return { problema: outroCodigo(texto) }
  if (!/6304[0-9A-Fa-f]{4}$/.test(texto)) return { problema: CORTADO }
  if (crc16(texto.slice(0, -4)) !== texto.slice(-4).toUpperCase()) return { problema: ALTERADO }
  const campos = lerCampos(texto) ?? lerEmBytes(texto)
  return campos ? interpretar(campos) : { problema: CORTADO }
}

const CORTADO = 'O código Pix está incompleto. Copie-o de novo, inteiro, e cole.'
const ALTERADO = 'O código Pix foi alterado ou copiado com erro: o número de controle não confere. Copie-o de novo.'
const OUTRO = 'Isto não é um código Pix copia e cola.'

function outroCodigo(texto: string): string {
  const soDigitos = texto.replace(/[\s.-]/g, '')
  return /^\d{44,48}$/.test(soDigitos) ? 'Isto é o código de um boleto, não de um Pix.' : OUTRO
}

type Campos = ReadonlyMap<string, string>

function interpretar(campos: Campos): PixLido | { problema: string } {
  const conta = contaPix(campos)
  if (!conta) return { problema: 'O código é de outro meio de pagamento: não traz um Pix.' }
  if (campos.get('53') !== '986') return { problema: 'O código Pix não está em reais.' }
  const quem = { nome: campos.get('59') ?? '', cidade: campos.get('60') ?? '' }
  const avisos = avisosDeQuem(quem)
  const url = conta.get('25')
  if (url) return { forma: 'dinamico', url, ...quem, usoUnico: campos.get('01') === '12', avisos }
  const chave = conta.get('01')
  if (!chave) return { problema: 'O código Pix não traz a chave de quem recebe.' }
  const valorCentavos = campos.has('54') ? valorLido(campos.get('54')!) : null
  if (valorCentavos === undefined) return { problema: 'O valor escrito no código Pix não é um valor em reais.' }
  const txid = txidDe(campos)
  if (txid === undefined) return { problema: 'O identificador (txid) do código Pix tem só letras e números, até 25.' }
  if (chavePix(chave) === null) avisos.push('A chave do código Pix não confere.')
  return { forma: 'estatico', chave, ...quem, valorCentavos, txid, texto: conta.get('02') ?? null, avisos }
}

function avisosDeQuem({ nome, cidade }: { nome: string; cidade: string }): string[] {
  const avisos: string[] = []
  if (nome.length > NOME_MAXIMO) avisos.push(`O nome no código Pix passa de ${NOME_MAXIMO} letras.`)
  if (cidade.length > CIDADE_MAXIMA) avisos.push(`A cidade no código Pix passa de ${CIDADE_MAXIMA} letras.`)
  return avisos
}

/** Codes of several arrangements hold the Pix in any of the templates 26 to 51. */
function contaPix(campos: Campos): Campos | null {
  for (let id = 26; id <= 51; id++) {
    const modelo = campos.get(String(id))
    const dentro = modelo === undefined ? null : lerCampos(modelo)
    if (dentro?.get('00')?.toLowerCase() === GUI) return dentro
  }
  return null
}

/** null: none; undefined: one that no static code may have. */
function txidDe(campos: Campos): string | null | undefined {
  const txid = lerCampos(campos.get('62') ?? '')?.get('05')
  if (txid === undefined || txid === SEM_TXID) return null
  return TXID_ESTATICO.test(txid) ? txid : undefined
}

function valorLido(escrito: string): Centavos | undefined {
  const partes = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(escrito)
  const centavos = partes ? Number(partes[1]) * 100 + Number((partes[2] ?? '').padEnd(2, '0')) : 0
  return centavos > 0 ? centavos : undefined
}

function valorEscrito(centavos: Centavos): string {
  if (!Number.isInteger(centavos) || centavos <= 0 || centavos > VALOR_MAXIMO_CENTAVOS)
    throw new RangeError(`${centavos} cents fit in no Pix code`)
  return `${Math.floor(centavos / 100)}.${String(centavos % 100).padStart(2, '0')}`
}

function quemRecebe({ nome, cidade }: { nome: string; cidade: string }): string {
  const quem = { nome: nomeNoPix(nome), cidade: cidadeNoPix(cidade) }
  if (quem.nome === '' || quem.cidade === '') throw new RangeError('a Pix code says who receives, and where')
  return campo('58', 'BR') + campo('59', quem.nome) + campo('60', quem.cidade)
}

function campo(id: string, valor: string): string {
  if (valor.length > MAIOR_MODELO) throw new RangeError(`field ${id} of a Pix code is too long`)
  return id + String(valor.length).padStart(2, '0') + valor
}

/** Identifier, length and value one after the other; null when a length leads beyond the end. */
function lerCampos(texto: string): Map<string, string> | null {
  const campos = new Map<string, string>()
  for (let i = 0; i < texto.length; ) {
    const cabeca = /^(\d\d)(\d\d)$/.exec(texto.slice(i, i + 4))
    const valor = cabeca ? texto.slice(i + 4, i + 4 + Number(cabeca[2])) : ''
    if (!cabeca || valor.length !== Number(cabeca[2])) return null
    campos.set(cabeca[1]!, valor)
    i += 4 + valor.length
  }
  return campos
}

/** Some programs count bytes where the standard counts characters: with accents the two part ways. */
function lerEmBytes(texto: string): Map<string, string> | null {
  const campos = lerCampos(utf8ComoLatin1(texto))
  if (!campos) return null
  try {
    for (const [id, valor] of campos) campos.set(id, decodeURIComponent(valor.replace(/[%\x80-\xff]/g, porCento)))
    return campos
  } catch {
    return null // a length that ends inside a letter
  }
}

const porCento = (byte: string) => `%${byte.charCodeAt(0).toString(16)}`

/** The text's UTF-8 bytes, as one character each. */
const utf8ComoLatin1 = (texto: string): string =>
  encodeURIComponent(texto.toWellFormed()).replace(/%(..)/g, (_, hexa) =>
    String.fromCharCode(Number.parseInt(hexa, 16)),
  )

/** Appends the CRC field: identifier 63, length 04 and the CRC of all that comes before it. */
const fechar = (semCrc: string): string => `${semCrc}6304${crc16(`${semCrc}6304`)}`

/** CRC-16/CCITT-FALSE over the UTF-8 bytes, in four hexadecimal capitals: "123456789" → 29B1. */
export function crc16(texto: string): string {
  let crc = 0xffff
  for (const byte of utf8ComoLatin1(texto)) {
    crc ^= byte.charCodeAt(0) << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** What every bank's screen shows: letters without accents, digits and a few signs. */
const semAcentos = (texto: string): string =>
  texto
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9.\-&/]+/g, ' ')
    .trim()

function cortarEmPalavras(texto: string, maximo: number): string {
  if (texto.length <= maximo) return texto
  const palavras = texto.slice(0, maximo + 1)
  const fim = palavras.lastIndexOf(' ')
  return fim > 0 ? palavras.slice(0, fim) : texto.slice(0, maximo)
}
