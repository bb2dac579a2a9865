import { BalancaDeBytes, type Codificacao, decodificar850 } from '#domain/codificacao.ts'

const LIDOS_BYTES = 1024 * 1024
const SEPARADORES = [';', ',', '\t'] as const

export interface CsvHead {
  cabecalhos: string[]
  /** The rows that were read, cell by cell: shown beside each header, and used to recognise it. */
  linhas: string[][]
  /** The number of rows, estimated from the size of those read; for the progress bar. */
  linhasEstimadas: number
  /** Only the beginning was read, so the count is an estimate. */
  estimada: boolean
  codificacao: Codificacao
  /** Whether the bytes leave no doubt of it, or a person chose it. */
  certa: boolean
  separador: string
}

const OLHADOS_BYTES = 4096

/** Why a file cannot be a CSV, as a sentence that says what to do; undefined when it may be one. */
export async function porqueNaoEhCsv(arquivo: Blob): Promise<string | undefined> {
  if (arquivo.size === 0) return 'O arquivo está vazio. Exporte-o de novo.'
  const bytes = new Uint8Array(await arquivo.slice(0, OLHADOS_BYTES).arrayBuffer())
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return 'É uma planilha do Excel ou do LibreOffice. Abra-a, escolha Salvar como, CSV UTF-8, e envie o CSV.'
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return 'O arquivo está em UTF-16. Salve-o de novo como CSV UTF-8.'
  return bytes.includes(0) ? 'Não é um arquivo de texto. Exporte os clientes como CSV e tente de novo.' : undefined
}

/** Reads the beginning of a spreadsheet, in the encodings and separators found in practice; `dita`: chosen by a person. */
export async function readCsvHead(arquivo: Blob, dita?: Codificacao): Promise<CsvHead> {
  const bytes = await arquivo.slice(0, LIDOS_BYTES).arrayBuffer()
  const { texto, codificacao, certa } = dita
    ? { texto: decodificarComo(dita, bytes), codificacao: dita, certa: true }
    : decodificar(bytes, arquivo.size > LIDOS_BYTES)
  const separador = adivinharSeparador(texto)
  const registros = lerRegistros(texto, separador)
  const cabecalhos = (registros[0] ?? []).map((celula) => celula.trim())
  const completos = registros.slice(1)
  const porLinha =
    completos.length > 0 ? (bytes.byteLength - cabecalhos.join('').length) / completos.length : bytes.byteLength
  return {
    cabecalhos,
    linhas: completos,
    linhasEstimadas:
      arquivo.size <= LIDOS_BYTES
        ? completos.length
        : Math.max(completos.length, Math.round(arquivo.size / Math.max(1, porLinha))),
    estimada: arquivo.size > LIDOS_BYTES,
    codificacao,
    certa,
    separador,
  }
}

function decodificar(bytes: ArrayBuffer, cortado: boolean) {
  try {
    // `stream` forgives a character cut in two at the end of what was read.
    const texto = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cortado })
    return { texto, codificacao: 'utf-8' as const, certa: true }
  } catch {
    const balanca = new BalancaDeBytes()
    balanca.ver(new Uint8Array(bytes))
    const achada = balanca.fim()
    return { ...achada, texto: decodificarComo(achada.codificacao, bytes) }
  }
}

const decodificarComo = (codificacao: Codificacao, bytes: ArrayBuffer): string =>
  codificacao === 'ibm850' ? decodificar850(new Uint8Array(bytes)) : new TextDecoder(codificacao).decode(bytes)

/** The labels of the encodings. */
export const ROTULO_DA_CODIFICACAO: Record<Codificacao, string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows (1252)',
  ibm850: 'DOS (850)',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
}

function adivinharSeparador(texto: string): string {
  const primeira = texto.split(/\r?\n/, 1)[0] ?? ''
  const contagem = SEPARADORES.map((um) => ({ um, n: primeira.split(um).length }))
  return contagem.reduce((melhor, atual) => (atual.n > melhor.n ? atual : melhor)).um
}

/** The text's records, honouring quotes and the line breaks inside them. The last one, perhaps cut, is dropped if there are others. */
export function lerRegistros(texto: string, separador: string): string[][] {
  const registros: string[][] = []
  let registro: string[] = []
  let celula = ''
  let dentro = false
  for (let i = 0; i < texto.length; i++) {
    const letra = texto[i]
    if (dentro) {
      if (letra !== '"') celula += letra
      else if (texto[i + 1] === '"') celula += texto[i++]
      else dentro = false
    } else if (letra === '"' && celula === '') dentro = true
    else if (letra === separador) {
      registro.push(celula)
      celula = ''
    } else if (letra === '\n' || (letra === '\r' && texto[i + 1] !== '\n')) {
      registros.push([...registro, celula])
      registro = []
      celula = ''
    } else if (letra !== '\r') celula += letra
  }
  if (registro.length > 0 || celula !== '') registros.push([...registro, celula])
  return registros.filter((um) => um.some((valor) => valor.trim() !== ''))
}
