const LIDOS_BYTES = 1024 * 1024
const SEPARADORES = [';', ',', '\t'] as const

export interface Cabeca {
  cabecalhos: string[]
  /** The rows that were read, cell by cell: what is shown beside each header, and looked at to recognise it. */
  linhas: string[][]
  /** Estimated from the size of the rows read, for the progress of what comes. */
  linhasEstimadas: number
  /** Only the beginning was read: the count is an estimate. */
  estimada: boolean
  codificacao: 'UTF-8' | 'windows-1252'
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

/** Reads the beginning of a spreadsheet, in the encodings and separators that come in the wild. */
export async function lerCabeca(arquivo: Blob): Promise<Cabeca> {
  const bytes = await arquivo.slice(0, LIDOS_BYTES).arrayBuffer()
  const { texto, codificacao } = decodificar(bytes, arquivo.size > LIDOS_BYTES)
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
    separador,
  }
}

function decodificar(bytes: ArrayBuffer, cortado: boolean): Pick<Cabeca, 'codificacao'> & { texto: string } {
  try {
    // `stream` forgives a character cut in two at the end of what was read.
    return { texto: new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cortado }), codificacao: 'UTF-8' }
  } catch {
    return { texto: new TextDecoder('windows-1252').decode(bytes), codificacao: 'windows-1252' }
  }
}

function adivinharSeparador(texto: string): string {
  const primeira = texto.split(/\r?\n/, 1)[0] ?? ''
  const contagem = SEPARADORES.map((um) => ({ um, n: primeira.split(um).length }))
  return contagem.reduce((melhor, atual) => (atual.n > melhor.n ? atual : melhor)).um
}

/** Records of the text, quotes and line breaks inside them honoured. The last one, perhaps cut, is left out if others came. */
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
