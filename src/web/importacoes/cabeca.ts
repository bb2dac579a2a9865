import type { Coluna } from '#domain/planilha.ts'
import { reconhecerColunas } from '#domain/planilha.ts'

const LIDOS_BYTES = 64 * 1024
const AMOSTRAS = 3
const SEPARADORES = [';', ',', '\t'] as const

export interface Cabeca {
  cabecalhos: string[]
  /** The first rows, cell by cell, to be shown beside each header. */
  amostras: string[][]
  /** Estimated from the size of the rows read, for the progress of what comes. */
  linhasEstimadas: number
  /** Only the beginning was read: the count is an estimate. */
  estimada: boolean
  codificacao: 'UTF-8' | 'windows-1252'
  separador: string
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
    amostras: completos.slice(0, AMOSTRAS),
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

export const NAO_IMPORTAR = ''
export const CAMPOS: readonly { valor: Coluna; rotulo: string }[] = [
  { valor: 'nome', rotulo: 'Nome' },
  { valor: 'documento', rotulo: 'Documento' },
  { valor: 'telefone', rotulo: 'Telefone' },
  { valor: 'email', rotulo: 'E-mail' },
  { valor: 'codigo_externo', rotulo: 'Código externo' },
  { valor: 'conta_numero', rotulo: 'Número da conta' },
  { valor: 'valor', rotulo: 'Valor' },
  { valor: 'vencimento', rotulo: 'Vencimento' },
]

/** The column of each header as the server would recognise it; '' for those it would leave out. */
export function reconhecer(cabecalhos: string[]): (Coluna | '')[] {
  const campos: (Coluna | '')[] = cabecalhos.map(() => NAO_IMPORTAR)
  for (const [coluna, posicoes] of Object.entries(reconhecerColunas(cabecalhos))) {
    for (const posicao of posicoes) campos[posicao] = coluna as Coluna
  }
  return campos
}

const EXIGIDOS: readonly Coluna[] = ['nome', 'documento']
const DA_CONTA: readonly Coluna[] = ['conta_numero', 'valor', 'vencimento']
const rotulo = (campo: Coluna) => CAMPOS.find((um) => um.valor === campo)?.rotulo ?? campo

/** What still stands in the way, in sentences: a field missing, or an account brought without all it needs. */
export function problemas(campos: readonly (Coluna | '')[]): string[] {
  const faltam = EXIGIDOS.filter((campo) => !campos.includes(campo)).map(
    (campo) => `Nenhuma coluna traz o campo ${rotulo(campo)}.`,
  )
  const daConta = DA_CONTA.filter((campo) => campos.includes(campo))
  const incompleta = daConta.length > 0 && daConta.length < DA_CONTA.length
  const resto = incompleta
    ? DA_CONTA.filter((campo) => !campos.includes(campo)).map(
        (campo) => `Para trazer contas, falta a coluna ${rotulo(campo)}.`,
      )
    : []
  return [...faltam, ...resto]
}

/** Only what a person decided otherwise goes to the server. */
export function mapeamentoDe(cabecalhos: string[], campos: readonly (Coluna | '')[]): Record<string, string> {
  const reconhecidos = reconhecer(cabecalhos)
  return Object.fromEntries(
    cabecalhos.flatMap((cabecalho, i) => (campos[i] !== reconhecidos[i] ? [[cabecalho, campos[i] ?? '']] : [])),
  )
}
