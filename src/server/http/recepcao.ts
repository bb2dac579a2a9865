import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { HORA_MS } from '#domain/data.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import { cortar, limparTexto } from '#domain/texto.ts'
import { ArquivoGrande, CorpoMalformado, TipoNaoAceito } from './envio.ts'

const MIB = 1_048_576
/** What the form may weigh beside its file. */
const FOLGA = MIB
/** A file that is too large is read to its end, without storing it, to get the fields after it: nobody types them again. */
const FOLGA_PELOS_CAMPOS = 64 * MIB

export interface ArquivoRecebido {
  caminho: string
  nome: string
  tamanho: number
  /** The form's plain fields, whether they came before or after the file. */
  campos: Record<string, string>
  apagar(): Promise<void>
}

/** Where files lie while they arrive, from browsers and from Meta. */
export const pastaDeChegada = (pastaDados: string): string => join(pastaDados, 'uploads')

/** The files in use by this process, however long. */
const emUso = new Set<string>()

/** A path for one file, its caller's until it is taken away. */
export async function lugarDeChegada(pastaDados: string): Promise<{ caminho: string; apagar(): Promise<void> }> {
  const pasta = pastaDeChegada(pastaDados)
  await mkdir(pasta, { recursive: true, mode: 0o700 })
  const caminho = join(pasta, randomUUID())
  emUso.add(caminho)
  const apagar = async () => {
    emUso.delete(caminho)
    await rm(caminho, { force: true })
  }
  return { caminho, apagar }
}

interface Recepcao {
  /** The form's field. */
  campo: string
  limiteMib: number
  pastaDados: string
  /** What to do about a file that is too large. */
  remedio?: string
  /** Called with the plain fields as soon as they are known, even if the file fails. */
  aoLer?: (campos: Record<string, string>) => void
}

/** Spools the upload to a temporary file, so that memory stays flat and the fields may come in any order. */
export async function receberArquivo(request: FastifyRequest, recepcao: Recepcao): Promise<ArquivoRecebido> {
  const { campos, arquivo } = await receberFormulario(request, recepcao)
  if (!arquivo) throw new CamposInvalidos({ [recepcao.campo]: ['Escolha um arquivo.'] })
  return { ...arquivo, campos }
}

/** The same of a form that may come without a file, as a browser sends one in which none was chosen. */
export async function receberFormulario(
  request: FastifyRequest,
  { campo, limiteMib, pastaDados, remedio = 'Divida-o e envie em partes.', aoLer }: Recepcao,
): Promise<{ campos: ArquivoRecebido['campos']; arquivo: Omit<ArquivoRecebido, 'campos'> | null }> {
  if (!request.isMultipart())
    throw new TipoNaoAceito(`Envie o arquivo no campo "${campo}" de um formulário (multipart/form-data).`)
  const grande = new ArquivoGrande(`O arquivo passa de ${limiteMib} MB. ${remedio}`)
  const folga = aoLer ? FOLGA_PELOS_CAMPOS : FOLGA
  if (declarado(request) > limiteMib * MIB + folga) throw grande
  const { caminho, apagar } = await lugarDeChegada(pastaDados)
  try {
    const lido = await lerPartes(request, campo, caminho, limiteMib * MIB)
    await request.exigirAinda()
    aoLer?.(lido.campos)
    if (lido.cortado) throw grande
    if (lido.outros) throw new CamposInvalidos({ [campo]: [UM_POR_VEZ] })
    const { campos, nome } = lido
    const tamanho = nome === null ? 0 : (await stat(caminho)).size
    if (nome !== null && tamanho > 0) return { campos, arquivo: { caminho, nome: nome || 'arquivo', tamanho, apagar } }
    if (nome) throw new CamposInvalidos({ [campo]: ['O arquivo está vazio.'] })
    await apagar()
    return { campos, arquivo: null }
  } catch (erro) {
    await apagar()
    throw erro
  }
}

/** What the form says that it weighs; what says nothing is bounded with all bodies (`corpos.ts`). */
const declarado = ({ headers }: FastifyRequest) => Number(headers['content-length'] ?? 0)

/** The plain fields alone: files are read past and kept nowhere. None, if the form cannot be read or is too large. */
export const lerCampos = async (request: FastifyRequest): Promise<Record<string, string>> =>
  declarado(request) > FOLGA_PELOS_CAMPOS
    ? {}
    : lerPartes(request, null, '', MIB).then(
        ({ campos }) => campos,
        () => ({}),
      )

/**
 * A file that is too large is truncated and marked `cortado`, once the fields after it are known. 600 fields: one per
 * ticked box.
 */
const PARTES = { throwFileSizeLimit: false, limits: { files: 4, fields: 600, fieldSize: 65_536 } }
const DEMAIS = 'O formulário tem arquivos ou campos demais.'
const UM_POR_VEZ = 'Vieram dois arquivos, e nenhum foi lido. Envie um de cada vez.'

async function lerPartes(request: FastifyRequest, campo: string | null, caminho: string, limite: number) {
  const campos: Record<string, string> = {}
  let nome: string | null = null
  let cortado = false
  let outros = false
  let peso = 0
  try {
    for await (const parte of request.parts({ ...PARTES, limits: { ...PARTES.limits, fileSize: limite } })) {
      if (parte.type !== 'file') {
        const valor = typeof parte.value === 'string' ? parte.value : ''
        peso += valor.length
        if (peso > FOLGA) throw new ArquivoGrande(DEMAIS)
        juntar(campos, parte.fieldname, valor)
      } else if (parte.fieldname !== campo || nome) {
        outros ||= parte.fieldname === campo && nomeDe(parte) !== ''
        parte.file.resume()
      } else {
        nome = nomeDe(parte)
        await pipeline(parte.file, createWriteStream(caminho, { mode: 0o600 }))
        cortado = parte.file.truncated
      }
    }
  } catch (erro) {
    throw traduzir(erro)
  }
  return { campos, nome, cortado, outros }
}

/** A field that comes again adds to itself, as the values of a list do; many programs write `contas[]` or `contas[0]` of one. */
function juntar(campos: Record<string, string>, escrito: string, valor: string) {
  const nome = escrito.replace(/\[\d*\]$/, '')
  campos[nome] = Object.hasOwn(campos, nome) ? `${campos[nome]},${valor}` : valor
}

/** Empty when none was chosen: a browser sends the field all the same. */
function nomeDe({ filename }: MultipartFile): string {
  if (!filename) return ''
  return cortar(limparTexto(filename.replaceAll('\\', '/').split('/').at(-1) ?? ''), 200) || 'arquivo'
}

/** What the multipart reader complains of is the sender's; the disk's complaints are ours. */
function traduzir(erro: unknown): unknown {
  const { code, syscall } = erro as NodeJS.ErrnoException
  if (syscall || erro instanceof ArquivoGrande) return erro
  if (
    code === 'FST_REQ_FILE_TOO_LARGE' ||
    code === 'FST_FILES_LIMIT' ||
    code === 'FST_FIELDS_LIMIT' ||
    code === 'FST_PARTS_LIMIT'
  )
    return new ArquivoGrande(DEMAIS)
  return new CorpoMalformado('O envio chegou incompleto ou malformado. Tente de novo.')
}

/**
 * Removes what a crash left behind. Files in use by this process are first marked as of now, also for the other processes of this
 * folder: they may wait longer than the hour, and the machine's clock may jump.
 */
export async function limparRecepcao(pastaDados: string): Promise<void> {
  const agora = new Date()
  for (const caminho of emUso) await utimes(caminho, agora, agora).catch(() => undefined) // not begun, or just taken away
  const pasta = pastaDeChegada(pastaDados)
  const nomes = await readdir(pasta).catch(() => [])
  for (const nome of nomes) {
    const caminho = join(pasta, nome)
    const { mtimeMs } = await stat(caminho).catch(() => ({ mtimeMs: agora.getTime() }))
    if (!emUso.has(caminho) && agora.getTime() - mtimeMs > HORA_MS) await rm(caminho, { force: true, recursive: true })
  }
}
