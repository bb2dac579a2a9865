import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CABECALHO_DA_BUSCA } from '#domain/cabecalhos.ts'
import { CamposInvalidos } from '#domain/erros.ts'

const PROFUNDIDADE_MAXIMA = 32
const NAO_SE_GRAVA = 'Há um caractere que não pode ser gravado. Apague-o e digite de novo.'

/**
 * What no slice ever has to think of: only JSON and the types a slice asks for are read; a text that PostgreSQL cannot
 * hold (NUL, half a surrogate pair) and a body nested without end are refused before any schema sees them.
 */
export function conferirEntrada(app: FastifyInstance) {
  app.removeContentTypeParser('text/plain')
  aceitarJsonVazio(app)
  app.addHook('preValidation', async (request) => {
    lerBusca(request)
    for (const parte of [request.body, request.query, request.params]) exigirTextoGravavel(parte)
  })
}

/** What is searched for may come beside the address. */
function lerBusca({ headers, query }: FastifyRequest) {
  const busca = headers[CABECALHO_DA_BUSCA]
  if (typeof busca !== 'string' || Object.hasOwn(query as object, 'busca')) return
  try {
    Object.assign(query as object, { busca: decodeURIComponent(busca) })
  } catch {
    throw new CamposInvalidos({ busca: ['A busca não chegou inteira. Digite-a de novo.'] })
  }
}

/** Clients name the type also when they send nothing, as in a PATCH without a body: nothing is then what was sent. */
function aceitarJsonVazio(app: FastifyInstance) {
  const ler = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, corpo, pronto) => {
    if (corpo === '') pronto(null, undefined)
    else void ler(request, corpo as string, pronto)
  })
}

/** Walks without recursion, so that depth is a refusal and never a stack that overflows. */
function exigirTextoGravavel(raiz: unknown) {
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
