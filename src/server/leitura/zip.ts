import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { comMilhares } from '#domain/dinheiro.ts'
import { limparTexto } from '#domain/texto.ts'
import { ArquivoGrande } from '#server/http/envio.ts'
import { ArquivoIlegivel } from './erros.ts'

export interface RegrasDoZip {
  arquivos: number
  /** Of all files together, unpacked. */
  bytes: number
  bytesPorArquivo: number
  /** The sentence for an unwanted file, by its first characters; null for one that is read. */
  estranho(comeco: string): string | null
}

export type ArquivoLido = { arquivo: string; bytes: Buffer } | { arquivo: string; erro: string }

/**
 * The files of a zip, one at a time. Names are only shown, never used as paths. What the zip declares is summed
 * before anything is unpacked, and no file may unpack to more than it declared: a bomb is refused whole.
 */
export async function* lerZip(caminho: string, regras: RegrasDoZip): AsyncGenerator<ArquivoLido> {
  const zip = await abrir(caminho)
  try {
    const entradas = await listar(zip, regras)
    for (const entrada of entradas) {
      const arquivo = nomeDe(entrada)
      yield { arquivo, ...(await desempacotar(zip, entrada, regras)) }
    }
  } finally {
    zip.close()
  }
}

/** A zip's directory entries without folders; nothing is unpacked. */
export async function nomesNoZip(caminho: string): Promise<string[]> {
  const zip = await abrir(caminho)
  try {
    const sem = { arquivos: Infinity, bytes: Infinity, bytesPorArquivo: Infinity, estranho: () => null }
    return (await listar(zip, sem)).map(nomeDe)
  } finally {
    zip.close()
  }
}

/** `decodeStrings` off: yauzl would refuse the whole zip for one odd name. Sizes are checked while unpacking. */
const abrir = (caminho: string) =>
  yauzl
    .openPromise(caminho, { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: false })
    .catch(estragado)

async function listar(zip: yauzl.ZipFile, limites: RegrasDoZip): Promise<yauzl.Entry[]> {
  if (zip.entryCount > limites.arquivos)
    throw new ArquivoGrande(`O zip tem mais de ${comMilhares(limites.arquivos)} arquivos. Divida-o e envie em partes.`)
  const entradas: yauzl.Entry[] = []
  let soma = 0
  try {
    for await (const entrada of zip.eachEntry()) {
      recusarFuga(nomeCru(entrada))
      if (semInteresse(nomeDe(entrada))) continue
      soma += entrada.uncompressedSize
      entradas.push(entrada)
    }
  } catch (erro) {
    if (erro instanceof ArquivoIlegivel) throw erro
    estragado(erro)
  }
  if (soma > limites.bytes)
    throw new ArquivoGrande(
      `O zip passa de ${limites.bytes / 1_048_576} MiB depois de aberto. Divida-o e envie em partes.`,
    )
  return entradas
}

/** No program writes such a name by mistake: it was meant to reach another folder. */
function recusarFuga(nome: string) {
  if (nome.startsWith('/') || nome.includes('\u0000') || nome.split('/').includes('..'))
    throw new ArquivoIlegivel('O zip traz um arquivo cujo nome aponta para fora dele: recusado por segurança.')
}

/** Folders, and what operating systems leave behind. */
const semInteresse = (nome: string): boolean =>
  nome.endsWith('/') || /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i.test(nome)

async function desempacotar(zip: yauzl.ZipFile, entrada: yauzl.Entry, regras: RegrasDoZip) {
  const maximo = regras.bytesPorArquivo
  if (entrada.isEncrypted()) return { erro: 'O arquivo está protegido por senha.' }
  if (entrada.uncompressedSize > maximo) return { erro: `O arquivo passa de ${maximo / 1_048_576} MiB.` }
  try {
    const bytes = await juntar(await zip.openReadStreamPromise(entrada), entrada.uncompressedSize)
    const erro = naoLido(bytes.toString('latin1', 0, 8), regras)
    return erro === null ? { bytes } : { erro }
  } catch {
    return { erro: 'O arquivo está estragado dentro do zip e não pôde ser aberto.' }
  }
}

/** By the bytes, whatever the name says. */
const naoLido = (comeco: string, regras: RegrasDoZip): string | null =>
  comeco.startsWith('PK') ? 'Um zip dentro de outro não é aberto: extraia-o e envie à parte.' : regras.estranho(comeco)

async function juntar(fluxo: Readable, declarado: number): Promise<Buffer> {
  const pedacos: Buffer[] = []
  let tamanho = 0
  for await (const pedaco of fluxo) {
    tamanho += pedaco.length
    if (tamanho > declarado) throw new ArquivoIlegivel('O tamanho declarado não confere.')
    pedacos.push(pedaco)
  }
  if (tamanho !== declarado) throw new ArquivoIlegivel('O tamanho declarado não confere.')
  return Buffer.concat(pedacos)
}

const nomeCru = (entrada: yauzl.Entry): string =>
  yauzl
    .getFileNameLowLevel(entrada.generalPurposeBitFlag, entrada.fileNameRaw, entrada.extraFields, false)
    .replaceAll('\\', '/')

const nomeDe = (entrada: yauzl.Entry): string => limparTexto(nomeCru(entrada)).slice(-200) || 'sem nome'

function estragado(_erro: unknown): never {
  throw new ArquivoIlegivel('O zip está incompleto ou estragado. Gere-o de novo e envie.')
}
