import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Acesso, RecusaOAuth, trouxeCertificado } from './acesso.ts'
import type { Avisos } from './avisos.ts'
import type { Cobrancas } from './cobrancas.ts'
import { type Consulta, documentoDe, paginar, periodoDe, simOuNao } from './consultas.ts'
import type { Cobranca, TipoDeCobranca } from './estado.ts'
import type { Falha, Falhas } from './falhas.ts'
import { type Locations, locationEmJson } from './locations.ts'
import { ProblemaPix, type TipoDeProblema } from './problema.ts'
import type { Recebidos } from './recebidos.ts'

export interface PartesPix {
  acesso: Acesso
  avisos: Avisos
  cobrancas: Cobrancas
  falhas: Falhas
  locations: Locations
  recebidos: Recebidos
  agora(): Date
  /** Calls without a client's certificate are refused. */
  exigirCertificado: boolean
}

type Params = Record<'txid' | 'id' | 'e2eid' | 'chave', string>
type Pedido = FastifyRequest<{ Params: Params; Querystring: Consulta }>

/** The Pix API below one prefix, with its token beside it, apart from the host's parsers, errors and hooks. */
export function plugarPix(app: FastifyInstance, partes: PartesPix): void {
  app.addHook('onRoute', (rota) => {
    rota.config = { ...rota.config, publica: true } as typeof rota.config
    rota.logLevel = 'warn'
  })
  lerCorpos(app)
  errarComoOBanco(app)
  falhar(app, partes)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('date', partes.agora().toUTCString())
    if (partes.exigirCertificado && !trouxeCertificado(request))
      throw new ProblemaPix('AcessoNegado', 'Falta o certificado do cliente.')
  })
  app.post('/oauth/token', async (request) =>
    partes.acesso.emitir(request.headers.authorization, {
      ...(request.query as object),
      ...((request.body ?? {}) as object),
    }),
  )
  for (const tipo of ['cob', 'cobv'] as const) rotasDeCobranca(app, tipo, partes)
  rotasDeLocation(app, partes)
  rotasDePix(app, partes)
  rotasDeWebhook(app, partes)
}

function rotasDeCobranca(app: FastifyInstance, tipo: TipoDeCobranca, { acesso, cobrancas }: PartesPix) {
  const emJson = (cobranca: Cobranca) => cobrancas.emJson(cobranca)
  const consulta: TipoDeProblema = tipo === 'cob' ? 'CobConsultaInvalida' : 'CobVConsultaInvalida'
  app.put(`/${tipo}/:txid`, async (request: Pedido, reply) => {
    acesso.exigir(request, `${tipo}.write`)
    return reply.status(201).send(emJson(cobrancas.criar(tipo, request.params.txid, request.body)))
  })
  app.patch(`/${tipo}/:txid`, async (request: Pedido) => {
    acesso.exigir(request, `${tipo}.write`)
    return emJson(cobrancas.revisar(tipo, request.params.txid, request.body))
  })
  app.get(`/${tipo}/:txid`, async (request: Pedido) => {
    acesso.exigir(request, `${tipo}.read`)
    const { revisao } = request.query
    return cobrancas.emJson(
      cobrancas.obter(tipo, request.params.txid),
      revisao === undefined ? undefined : Number(revisao),
    )
  })
  app.get(`/${tipo}`, async (request: Pedido) => {
    acesso.exigir(request, `${tipo}.read`)
    const periodo = periodoDe(request.query, consulta)
    const { status } = request.query
    const achadas = cobrancas.listar(tipo, {
      ...periodo,
      ...documentoDe(request.query, consulta),
      ...(status === undefined ? {} : { status }),
    })
    const { paginacao, itens } = paginar(achadas, request.query, consulta)
    return { parametros: { ...periodo, paginacao }, cobs: itens.map(emJson) }
  })
}

function rotasDeLocation(app: FastifyInstance, { acesso, locations }: PartesPix) {
  app.post('/loc', async (request: Pedido, reply) => {
    acesso.exigir(request, 'payloadlocation.write')
    return reply.status(201).send(locationEmJson(locations.criar(request.body)))
  })
  app.get('/loc/:id', async (request: Pedido) => {
    acesso.exigir(request, 'payloadlocation.read')
    return locationEmJson(locations.porId(Number(request.params.id)))
  })
  app.delete('/loc/:id/txid', async (request: Pedido) => {
    acesso.exigir(request, 'payloadlocation.write')
    return locationEmJson(locations.desvincular(Number(request.params.id)))
  })
}

function rotasDePix(app: FastifyInstance, { acesso, recebidos }: PartesPix) {
  const invalida = 'PixConsultaInvalida'
  app.get('/pix', async (request: Pedido) => {
    acesso.exigir(request, 'pix.read')
    const { query } = request
    const periodo = periodoDe(query, invalida)
    const [txIdPresente, devolucaoPresente] = [simOuNao(query.txIdPresente), simOuNao(query.devolucaoPresente)]
    const filtro = {
      ...(query.txid === undefined ? {} : { txid: query.txid }),
      ...(txIdPresente === undefined ? {} : { txIdPresente }),
      ...(devolucaoPresente === undefined ? {} : { devolucaoPresente }),
    }
    const achados = recebidos.listar({ ...periodo, ...filtro, ...documentoDe(query, invalida) })
    const { paginacao, itens } = paginar(achados, query, invalida)
    return { parametros: { ...periodo, ...filtro, paginacao }, pix: itens }
  })
  app.get('/pix/:e2eid', async (request: Pedido) => {
    acesso.exigir(request, 'pix.read')
    return recebidos.obter(request.params.e2eid)
  })
  app.put('/pix/:e2eid/devolucao/:id', async (request: Pedido, reply) => {
    acesso.exigir(request, 'pix.write')
    return reply.status(201).send(recebidos.devolver(request.params.e2eid, request.params.id, request.body))
  })
  app.get('/pix/:e2eid/devolucao/:id', async (request: Pedido) => {
    acesso.exigir(request, 'pix.read')
    return recebidos.devolucao(request.params.e2eid, request.params.id)
  })
}

function rotasDeWebhook(app: FastifyInstance, { acesso, avisos }: PartesPix) {
  app.put('/webhook/:chave', async (request: Pedido, reply) => {
    acesso.exigir(request, 'webhook.write')
    avisos.registrar(request.params.chave, request.body)
    return reply.status(200).send()
  })
  app.get('/webhook/:chave', async (request: Pedido) => {
    acesso.exigir(request, 'webhook.read')
    return avisos.obter(request.params.chave)
  })
  app.delete('/webhook/:chave', async (request: Pedido, reply) => {
    acesso.exigir(request, 'webhook.write')
    avisos.apagar(request.params.chave)
    return reply.status(204).send()
  })
  app.get('/webhook', async (request: Pedido) => {
    acesso.exigir(request, 'webhook.read')
    const { paginacao, itens } = paginar(avisos.todos(), request.query, 'RequisicaoInvalida')
    return { parametros: { paginacao }, webhooks: itens }
  })
}

/** JSON and forms, whatever the host reads. */
function lerCorpos(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, corpo, pronto) => {
    try {
      pronto(null, corpo === '' ? {} : JSON.parse(corpo as string))
    } catch {
      pronto(new ProblemaPix('RequisicaoInvalida', 'O corpo não é JSON.'))
    }
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, corpo, pronto) =>
    pronto(null, Object.fromEntries(new URLSearchParams(corpo as string))),
  )
}

function errarComoOBanco(app: FastifyInstance) {
  app.setNotFoundHandler(async (_request, reply) =>
    responder(reply, new ProblemaPix('NaoEncontrado', 'Não há este recurso.')),
  )
  app.setErrorHandler(async (erro, _request, reply) => {
    if (erro instanceof ProblemaPix) return responder(reply, erro)
    if (erro instanceof RecusaOAuth) return reply.status(erro.http).send(erro.corpo)
    return responder(reply, new ProblemaPix('ErroInternoDoServidor', 'Não foi possível atender agora.'))
  })
}

const responder = (reply: FastifyReply, { http, corpo }: ProblemaPix) =>
  reply.status(http).header('content-type', 'application/problem+json').send(corpo)

/** Faults come before anything else; an answer that gets lost is lost after the work was done. */
function falhar(app: FastifyInstance, { falhas }: PartesPix) {
  const destas = new WeakMap<FastifyRequest, Falha>()
  app.addHook('onRequest', async (request, reply) => {
    const falha = falhas.proxima()
    if (!falha) return
    destas.set(request, falha)
    if (await falhas.antes(falha, reply)) return reply
  })
  app.addHook('onSend', async (request, reply, corpo) => {
    if (destas.get(request)?.como === 'sem_resposta') reply.raw.destroy()
    return corpo
  })
}
