import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CABECALHO_DA_BUSCA } from '#domain/cabecalhos.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import { ArquivoGrande, CorpoMalformado } from './envio.ts'
import { type MedidaDeJson, passaDaMedida } from './json-medido.ts'

const PROFUNDIDADE_MAXIMA = 32
/** The largest legitimate body (2,000 holidays) is a fraction of this; excessive nesting is reported by its field. */
export const MAIOR_CORPO: MedidaDeJson = { niveis: Number.POSITIVE_INFINITY, valores: 20_000 }
const NAO_SE_GRAVA = 'Há um caractere que não pode ser gravado. Apague-o e digite de novo.'

/**
 * What no slice ever has to think of: only JSON and the types a slice asks for are read; a text that PostgreSQL cannot
 * hold (NUL, half a surrogate pair) and a body nested without end are refused before any schema sees them.
 */
export function conferirEntrada(app: FastifyInstance) {
  app.removeContentTypeParser('text/plain')
  aceitarJsonVazio(app)
  app.addHook('preValidation', (request, _reply, seguir) => {
    lerBusca(request)
    for (const parte of [request.body, request.query, request.params]) exigirTextoGravavel(parte)
    seguir()
  })
}

/** `busca` may come in a header instead of the query string. */
function lerBusca({ headers, query }: FastifyRequest) {
  const busca = headers[CABECALHO_DA_BUSCA]
  if (typeof busca !== 'string' || Object.hasOwn(query as object, 'busca')) return
  try {
    Object.assign(query as object, { busca: decodeURIComponent(busca) })
  } catch {
    throw new CamposInvalidos({ busca: ['A busca não chegou inteira. Digite-a de novo.'] })
  }
}

/** Clients send a JSON content type even without a body, as in a PATCH: an empty body is then undefined. */
function aceitarJsonVazio(app: FastifyInstance) {
  const ler = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, pronto) => {
    if (!isUtf8(bytes as Buffer)) return pronto(naoEhUtf8())
    const corpo = bytes.toString()
    if (corpo === '') pronto(null, undefined)
    else if (passaDaMedida(corpo, MAIOR_CORPO)) pronto(new ArquivoGrande(VALORES_DEMAIS))
    else void ler(request, corpo, pronto)
  })
}

/** Read all the same, each letter that is not UTF-8 would be lost for good. */
export const naoEhUtf8 = () =>
  new CorpoMalformado('O pedido tem letras que não estão em UTF-8. Grave-o nessa codificação e envie de novo.')

export const VALORES_DEMAIS = 'O pedido traz valores demais de uma vez. Divida-o e envie em partes.'

/** Walks without recursion, so that depth is a refusal and never a stack that overflows. */
function exigirTextoGravavel(raiz: unknown) {
  if (raiz === undefined || raiz === null) return
  const pilha: { valor: unknown; campo: string; nivel: number }[] = [{ valor: raiz, campo: '', nivel: 0 }]
  for (let item = pilha.pop(); item; item = pilha.pop()) {
    const { valor, campo, nivel } = item
    if (typeof valor === 'string') exigirGravavel(valor, campo)
    if (typeof valor !== 'object' || valor === null || Buffer.isBuffer(valor)) continue
    if (nivel === PROFUNDIDADE_MAXIMA) {
      throw new CamposInvalidos({ [campo]: ['Há listas ou objetos demais um dentro do outro.'] })
    }
    for (const [nome, filho] of Object.entries(valor)) {
      exigirGravavel(nome, campo || 'corpo')
      pilha.push({ valor: filho, campo: campo ? `${campo}.${nome}` : nome, nivel: nivel + 1 })
    }
  }
}

function exigirGravavel(texto: string, campo: string) {
  if (texto.includes('\u0000') || !texto.isWellFormed())
    throw new CamposInvalidos({ [campo || 'corpo']: [NAO_SE_GRAVA] })
}
