import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import {
  CamposInvalidos,
  MuitasTentativas,
  NaoAutenticado,
  NaoEncontrado,
  Passado,
  Proibido,
  RegraViolada,
} from '#domain/erros.ts'
import { ArmazemFora } from '#server/armazem/armazem.ts'
import { drain, EnvioRecusado } from './envio.ts'
import { falhaDoAmbiente } from './falhas-do-ambiente.ts'

interface CorpoErro {
  message: string
  errors?: Record<string, string[]>
  codigo?: string
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Tells the log of an answer that is nobody's fault but ours or our surroundings' (`status` 500 and above). */
    queixarSe: ReturnType<typeof criarQueixa>
  }
}

/** While the database or a disk is away every request fails, and its caller hears of it: the log does once in this time. */
const MESMA_FALHA_MS = 60_000

/**
 * What is unforeseen is logged each time; the same failure of the surroundings now and then, each time with how often it was not,
 * and once more when it has ended.
 */
export function criarQueixa(depois = (ms: number, fazer: () => void): unknown => setTimeout(fazer, ms).unref()) {
  const caladas = new Map<string, { vezes: number; dizer: (vezes: number) => void }>()
  const calar = (frase: string, dizer: (vezes: number) => void) => {
    caladas.set(frase, { vezes: 0, dizer })
    depois(MESMA_FALHA_MS, () => {
      const ultima = caladas.get(frase)!
      caladas.delete(frase)
      if (ultima.vezes === 0) return
      ultima.dizer(ultima.vezes)
      calar(frase, ultima.dizer)
    })
  }
  return (log: FastifyBaseLogger, erro: unknown, status: number, frase = '') => {
    if (status === 500) return log.error({ err: erro }, 'falha inesperada')
    const dizer = (vezes: number) =>
      log.error({ err: erro, ...(vezes > 0 && { caladas: vezes }) }, 'um pedido não pôde ser atendido agora')
    const dita = caladas.get(frase)
    if (dita) return void caladas.set(frase, { vezes: dita.vezes + 1, dizer })
    dizer(0)
    calar(frase, dizer)
  }
}

/** The only place where an error becomes a status and a Portuguese sentence. */
export function tratarErros(app: FastifyInstance) {
  const queixarSe = criarQueixa()
  app.decorate('queixarSe', queixarSe)
  app.addHook('onSend', (request, reply, corpo, seguir) => {
    if (reply.statusCode < 400) return seguir(null, corpo)
    drain(request.raw).then(() => seguir(null, corpo), seguir)
  })
  app.setErrorHandler((erro: FastifyError, request, reply) => {
    const { status, corpo } = traduzir(erro)
    if (status >= 500) queixarSe(request.log, erro, status, corpo.message)
    if (erro instanceof MuitasTentativas) reply.header('retry-after', erro.esperaEmSegundos)
    if (status === 503) reply.header('retry-after', VOLTE_EM_S)
    // Those of a file that failed before its first byte: the error would be sent as one, which throws outside of any request.
    for (const dela of DE_UM_ARQUIVO) reply.removeHeader(dela).raw.removeHeader(dela)
    reply.status(status).send(corpo)
  })
}

const DE_UM_ARQUIVO = ['content-type', 'content-length', 'content-disposition']

/** What fails before any route is known, such as an address that cannot be decoded. */
export function responderErroDeQuadro(erro: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { status, corpo } = deFastify(erro)
  reply
    .headers({ ...SEM_HOOKS, 'x-request-id': request.id })
    .status(status)
    .send(corpo)
}

/** Hooks do not run for these answers, so they get their headers here (see http/seguranca.ts). */
export const SEM_HOOKS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

const LINHA_DE_STATUS: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

/** What is not HTTP, says too much in its headers or never ends: answered on the bare socket. */
export const responderForaDoProtocolo = (log: FastifyBaseLogger) => (erro: NodeJS.ErrnoException, socket: Socket) => {
  if (erro.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[erro.code ?? ''] ?? 400
  const reqId = crypto.randomUUID()
  log.info({ reqId, code: erro.code, status }, 'fora do protocolo')
  const corpo = JSON.stringify({ message: FRASES[status] })
  const cabecalhos = Object.entries({
    ...SEM_HOOKS,
    'x-request-id': reqId,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(corpo),
    Connection: 'close',
  }).map(([nome, valor]) => `${nome}: ${valor}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${LINHA_DE_STATUS[status]}\r\n${cabecalhos.join('')}\r\n${corpo}`)
}

function traduzir(erro: FastifyError): { status: number; corpo: CorpoErro } {
  if (erro instanceof RegraViolada) return { status: 409, corpo: { message: erro.message, codigo: erro.codigo } }
  if (erro instanceof NaoEncontrado) return { status: 404, corpo: { message: erro.message } }
  if (erro instanceof Passado) return { status: 410, corpo: { message: erro.message } }
  if (erro instanceof NaoAutenticado) return { status: 401, corpo: comCodigo(erro) }
  if (erro instanceof Proibido) return { status: 403, corpo: comCodigo(erro) }
  if (erro instanceof CamposInvalidos) return { status: 422, corpo: { message: erro.message, errors: erro.campos } }
  if (erro instanceof EnvioRecusado) return { status: erro.statusCode, corpo: { message: erro.message } }
  if (erro instanceof ArmazemFora)
    return { status: 503, corpo: { message: erro.guardava ? NAO_GUARDADO : ARMAZEM_FORA } }
  if (erro instanceof MuitasTentativas) return { status: 429, corpo: { message: erro.message } }
  const deOutro = DE_OUTRO[(erro as { constraint?: string }).constraint ?? '']
  if (deOutro) return { status: 409, corpo: deOutro }
  if (hasZodFastifySchemaValidationErrors(erro)) return { status: 422, corpo: camposDoZod(erro.validation) }
  return deFastify(erro)
}

/** Unique values taken by another request meanwhile, by the name of the index that refused. */
const DE_OUTRO: Record<string, CorpoErro> = {
  cliente_codigo_externo: { message: 'Este código externo já é de outro cliente.', codigo: 'codigo_em_uso' },
  cliente_documento_key: { message: 'Este documento já é de outro cliente.', codigo: 'documento_em_uso' },
}

const comCodigo = ({ message, codigo }: { message: string; codigo: string | undefined }): CorpoErro =>
  codigo === undefined ? { message } : { message, codigo }

/** Nobody reads more of them, and a list of thousands may be wrong in each. */
const PROBLEMAS_DITOS = 100

function camposDoZod(problemas: { instancePath: string; message?: string | undefined }[]): CorpoErro {
  const errors: Record<string, string[]> = {}
  for (const problema of problemas.slice(0, PROBLEMAS_DITOS)) {
    // What is wrong in a list of plain values is said of the list: `contas`, not `contas.0`.
    const campo =
      problema.instancePath
        .replace(/\/\d+$/, '')
        .split('/')
        .filter(Boolean)
        .join('.') || 'corpo'
    // Two rules of one field may say the same.
    errors[campo] = [...new Set([...(errors[campo] ?? []), problema.message ?? 'Valor inválido.'])]
  }
  const primeira = Object.values(errors)[0]?.[0] ?? 'Há campos que precisam de atenção.'
  return { message: primeira, errors }
}

const FRASES: Record<number, string> = {
  400: 'Não foi possível entender o pedido: ele está malformado.',
  404: 'Este endereço não existe.',
  405: 'Este endereço não aceita esse método.',
  408: 'O envio demorou demais. Tente de novo.',
  413: 'O arquivo ou o texto enviado é grande demais.',
  415: 'O tipo de conteúdo enviado não é aceito aqui.',
  431: 'O pedido tem cabeçalhos grandes demais.',
  429: 'Muitas tentativas em pouco tempo. Espere um pouco e tente de novo.',
  503: 'O sistema está ocupado neste momento. Tente de novo em instantes.',
}

const NAO_GUARDADO =
  'O armazenamento dos arquivos não respondeu, e o arquivo não foi guardado. Tente de novo em instantes; se continuar, avise um administrador.'
const ARMAZEM_FORA =
  'O armazenamento dos arquivos não respondeu. O arquivo está lá; tente de novo em instantes. Se continuar, avise um administrador.'

const VOLTE_EM_S = 2

function deFastify(erro: FastifyError): { status: number; corpo: CorpoErro } {
  // A 403 is a person's or a role's: the files' server says it of folders and of what lies outside them.
  const status = erro.statusCode === 403 ? 404 : (erro.statusCode ?? 500)
  if (status >= 400 && status < 500) return { status, corpo: { message: FRASES[status] ?? FRASES[400]! } }
  const ambiente = falhaDoAmbiente(erro)
  if (ambiente) return { status: ambiente.status, corpo: { message: ambiente.message } }
  if (status === 503) return { status, corpo: { message: FRASES[503]! } }
  return {
    status: 500,
    corpo: {
      message: 'Algo deu errado do nosso lado. Nada foi perdido do que estava gravado; tente de novo em instantes.',
    },
  }
}
