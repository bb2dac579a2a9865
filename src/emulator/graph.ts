import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Abertas } from './abertas.ts'
import { plugarAssinaturas } from './assinaturas.ts'
import { GESTAO, MENSAGENS } from './conta.ts'
import { Leitura } from './conteudo.ts'
import { conferirToken, exigir, exigirNumero, fichaDoToken } from './credencial.ts'
import { ajustarNumero, plugarEmpresa } from './empresa.routes.ts'
import type { Envios } from './envios.ts'
import { objetoDesconhecido, RecusaGraph } from './erros.ts'
import type { Gestao } from './limites.ts'
import { conferirArquivo } from './midias.ts'
import type { ModeloEmulado } from './modelos.forma.ts'
import { cursorDe } from './modelos.ts'
import type { Nucleo } from './nucleo.ts'
import { fichaDoNumero, saudeDe } from './numero.ts'
import { lerCorpo } from './pedido.ts'
import { caminhoDesconhecido, versaoEfetiva } from './versoes.ts'

type Consulta = Record<string, string | undefined>
type Pedido = FastifyRequest<{ Params: { versao: string; id: string }; Querystring: Consulta }>

/** The Cloud API's calls. Checks run in Meta's order: token, object, then the call's own. Long: a list. */
export function plugarGraph(app: FastifyInstance, nucleo: Nucleo, envios: Envios, gestao: Gestao) {
  const { conta, modelos, midias, cenario } = nucleo
  const exigirConta = (request: Pedido) => {
    exigirNossaConta(request, nucleo)
    const { gestaoPorHora = GESTAO_POR_HORA } = nucleo.opcoes.limites ?? {}
    if (!gestao.cabe(gestaoPorHora, nucleo.agendador.agoraMs())) throw new RecusaGraph(80007)
  }

  app.setErrorHandler((erro, _request, reply) => {
    if (erro instanceof RecusaGraph) return reply.status(erro.http).send(erro.corpo)
    const { statusCode = 500 } = erro as { statusCode?: number }
    if (statusCode >= 500) throw erro
    const recusa = new RecusaGraph(100, { detalhe: (erro as Error).message })
    return reply.status(statusCode).send(recusa.corpo)
  })
  app.setNotFoundHandler((request) => {
    throw caminhoDesconhecido(request.url)
  })
  app.addHook('onRequest', async (request) => conferirToken(request as Pedido, nucleo))
  app.addHook('onSend', async (request, reply) => {
    cabecalhos(reply, versaoEfetiva((request as Pedido).params?.versao), conta.businessAccountId)
  })

  plugarMensagens(app, nucleo, envios)
  app.get('/:id', async (request: Pedido) => {
    const { id } = request.params
    if (cenario.token === 'de_outra_conta') throw objetoDesconhecido(id, 'get')
    if (ehNosso(conta, id)) return escolher(fichaDoNumero(nucleo, id), request.query.fields)
    const ficha = id === conta.businessAccountId ? fichaDaConta(nucleo) : null
    const modelo = modelos.porId(id)
    if (!ficha && !modelo) return fichaDaMidia(request, nucleo)
    exigir(GESTAO, id, id, 'get', nucleo)
    return escolher(ficha ?? fichaDoModelo(nucleo, modelo!), request.query.fields)
  })

  app.post('/:id', async (request: Pedido) => {
    const { id } = request.params
    exigir(GESTAO, id, id, 'post', nucleo)
    if (id === conta.phoneNumberId) return ajustarNumero(request.body, nucleo)
    const modelo = modelos.porId(id)
    if (modelo) return modelos.editar(modelo, request.body)
    throw objetoDesconhecido(id)
  })

  app.delete('/:id', async (request: Pedido) => {
    if (!midias.apagar(request.params.id)) throw objetoDesconhecido(request.params.id, 'delete')
    return { success: true }
  })

  app.get('/:id/phone_numbers', async (request: Pedido) => {
    exigirConta(request)
    const cursor = cursorDe(conta.phoneNumberId)
    const ids = [conta.phoneNumberId, ...conta.outrosNumeros]
    const data = ids.map((id) => escolher(fichaDoNumero(nucleo, id), request.query.fields))
    return { data, paging: { cursors: { before: cursor, after: cursor } } }
  })

  plugarModelos(app, nucleo, exigirConta)
  plugarAssinaturas(app, nucleo, exigirConta)
  plugarEmpresa(app, nucleo)
  app.get('/debug_token', async (request: Pedido) => {
    const { input_token } = request.query
    if (!input_token) throw new RecusaGraph(100, { titulo: 'The parameter input_token is required' })
    return { data: fichaDoToken(input_token, nucleo) }
  })
}

function plugarMensagens(app: FastifyInstance, nucleo: Nucleo, envios: Envios) {
  const { midias, cenario } = nucleo
  const abertas = new Abertas(app)
  app.post('/:id/messages', async (request: Pedido, reply) => {
    const corpo = request.body as { status?: unknown } | undefined
    if (corpo?.status !== undefined) return marcarLida(request, nucleo)
    exigirNumero(request, MENSAGENS, nucleo)
    if (await atrapalhar(reply, nucleo, abertas)) return reply
    const { resposta, comportamento } = envios.aceitar(corpo)
    if (comportamento?.tipo === 'emudece') return abertas.guardar(reply) && reply
    if (comportamento?.tipo === 'corta' || nucleo.acaso.acontece(cenario.caos.cortarDepois))
      return cortar(reply, abertas)
    return resposta
  })

  app.post('/:id/media', async (request: Pedido) => {
    exigirUmDosNossos(request, nucleo)
    const arquivo = request.body instanceof FormData ? request.body.get('file') : null
    if (!(arquivo instanceof File)) throw new RecusaGraph(131008, { detalhe: 'The parameter file is required.' })
    conferirArquivo(arquivo.type, arquivo.size)
    const bytes = Buffer.from(await arquivo.arrayBuffer())
    return { id: midias.guardar(arquivo.type, arquivo.name, bytes, request.params.id).id }
  })
}

function plugarModelos(app: FastifyInstance, nucleo: Nucleo, exigirConta: (request: Pedido) => void) {
  const { modelos } = nucleo
  app.get('/:id/message_templates', async (request: Pedido) => {
    exigirConta(request)
    return listarModelos(request, nucleo)
  })
  app.post('/:id/message_templates', async (request: Pedido) => {
    exigirConta(request)
    return modelos.criar(request.body)
  })
  app.delete('/:id/message_templates', async (request: Pedido) => {
    exigirConta(request)
    const { name, hsm_id } = request.query
    if (!name) throw new RecusaGraph(131008, { detalhe: 'The parameter name is required.' })
    return modelos.apagar(name, hsm_id)
  })
  app.post('/:id/unpause', async (request: Pedido) => {
    exigir(GESTAO, request.params.id, request.params.id, 'post', nucleo)
    const modelo = modelos.porId(request.params.id)
    if (modelo?.status !== 'PAUSED') throw objetoDesconhecido(request.params.id)
    modelos.despausar(modelo)
    return { success: true }
  })
}

/** A number that sends no more still has its files and its receipts. */
const exigirUmDosNossos = (request: Pedido, nucleo: Nucleo) => {
  const { id } = request.params
  exigir(MENSAGENS, ehNosso(nucleo.conta, id) ? id : nucleo.conta.phoneNumberId, id, request.method, nucleo)
}

const ehNosso = ({ phoneNumberId, outrosNumeros }: Nucleo['conta'], id: string) =>
  id === phoneNumberId || outrosNumeros.includes(id)

const GESTAO_POR_HORA = 5_000

const exigirNossaConta = (request: Pedido, nucleo: Nucleo) =>
  exigir(GESTAO, nucleo.conta.businessAccountId, request.params.id, request.method, nucleo)

/** What the network and Meta's own bad days do to a send; true when it was already dealt with. */
async function atrapalhar(
  reply: FastifyReply,
  { acaso, cenario, agendador }: Nucleo,
  abertas: Abertas,
): Promise<boolean> {
  const { caos } = cenario
  if (acaso.acontece(caos.lentidao)) await new Promise<void>((depois) => agendador.agendar(caos.lentidaoMs, depois))
  if (acaso.acontece(caos.cortarAntes)) return cortar(reply, abertas) !== null
  if (acaso.acontece(caos.erro429)) throw new RecusaGraph(130429)
  if (!acaso.acontece(caos.erro5xx)) return false
  if (acaso.acontece(0.5)) throw new RecusaGraph(131016)
  await reply.status(502).type('text/html').send('<html><body><h1>502 Bad Gateway</h1></body></html>')
  return true
}

function cortar(reply: FastifyReply, abertas: Abertas): FastifyReply {
  abertas.guardar(reply).destroy()
  return reply
}

function marcarLida(request: Pedido, nucleo: Nucleo) {
  const { mundo, mudou, conta } = nucleo
  exigirUmDosNossos(request, nucleo)
  const { message_id } = lerCorpo(Leitura, request.body)
  const achada = mundo.mensagem(message_id)
  const para = achada?.mensagem.numero ?? conta.phoneNumberId
  if (achada?.mensagem.direcao !== 'cliente' || para !== request.params.id)
    throw new RecusaGraph(131009, { detalhe: 'Message ID is not valid.' })
  const { aparelho, mensagem } = achada
  for (const uma of aparelho.mensagens) {
    if (uma.direcao === 'cliente') uma.status = 'read'
    if (uma === mensagem) break
  }
  mudou(aparelho.id)
  return { success: true }
}

function fichaDaMidia(request: Pedido, { midias }: Nucleo) {
  const { id } = request.params
  const numero = request.query.phone_number_id
  const midia = midias.obter(id)
  if (!midia || (numero ?? midia.numero) !== midia.numero) throw objetoDesconhecido(id, 'get')
  const raiz = request.url.slice(0, request.url.indexOf('/graph/'))
  return {
    messaging_product: 'whatsapp',
    url: `${request.protocol}://${request.host}${raiz}/midia/${midias.enderecar(id)}`,
    mime_type: midia.mime,
    sha256: midia.sha256.toString('hex'),
    file_size: String(midia.bytes.length),
    id,
  }
}

const fichaDaConta = (nucleo: Nucleo) => ({
  id: nucleo.conta.businessAccountId,
  name: nucleo.conta.nomeVerificado,
  currency: 'BRL',
  timezone_id: '25',
  account_review_status: 'APPROVED',
  business_verification_status: nucleo.cenario.verificada ? 'verified' : 'not_verified',
  health_status: saudeDe(nucleo, 'conta'),
})

/** Only the fields asked for, and the id always; health only when asked. */
function escolher(ficha: Record<string, unknown>, campos: string | undefined) {
  if (!campos) {
    const { health_status: _, ...resto } = ficha
    return resto
  }
  const pedidos = new Set(campos.split(',').map((campo) => campo.trim().replace(/[.{(].*$/, '')))
  return Object.fromEntries(Object.entries(ficha).filter(([campo]) => campo === 'id' || pedidos.has(campo)))
}

function listarModelos(request: Pedido, nucleo: Nucleo) {
  const { modelos, conta } = nucleo
  const { itens, haMais, haAntes } = modelos.listar(request.query)
  const data = itens.map((modelo: ModeloEmulado) => escolher(fichaDoModelo(nucleo, modelo), request.query.fields))
  const [primeiro, ultimo] = [itens[0], itens.at(-1)]
  if (!primeiro || !ultimo) return { data }
  const cursors = { before: cursorDe(primeiro.id), after: cursorDe(ultimo.id) }
  const endereco = (chave: 'before' | 'after') => {
    const consulta = new URLSearchParams(
      Object.entries(request.query).flatMap(([k, v]) => (v ? [[k, v] as [string, string]] : [])),
    )
    consulta.set('access_token', conta.token)
    consulta.delete(chave === 'after' ? 'before' : 'after')
    consulta.set(chave, cursors[chave])
    return `${request.protocol}://${request.host}${request.url.split('?')[0]}?${consulta}`
  }
  return {
    data,
    paging: {
      cursors,
      ...(haMais ? { next: endereco('after') } : {}),
      ...(haAntes ? { previous: endereco('before') } : {}),
    },
  }
}

/** Without the emulator's own fields. */
function fichaDoModelo(nucleo: Nucleo, modelo: ModeloEmulado) {
  const { pausas: _, editadoEm: __, retido: ___, ...ficha } = modelo
  return { ...ficha, health_status: saudeDe(nucleo, modelo) }
}

let rastro = 0

function cabecalhos(reply: FastifyReply, versao: string, waba: string): void {
  reply.headers({
    'facebook-api-version': versao,
    'x-fb-trace-id': `EMULADOR${(rastro++).toString(36).toUpperCase()}`,
    'x-fb-rev': '1000000000',
    'x-business-use-case-usage': `{"${waba}":[{"type":"whatsapp","call_count":1,"total_cputime":1,"total_time":1,"estimated_time_to_regain_access":0}]}`,
  })
}
