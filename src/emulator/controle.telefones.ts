import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Comandos } from './comandos.ts'
import { fichaDe, listarTelefones, porNomes } from './controle.lista.ts'
import { Busca, semVazios } from './controle.pedidos.ts'
import type { Aparelho } from './mundo.ts'
import type { Nucleo } from './nucleo.ts'
import type { Acao, Recebidas } from './recebidas.ts'

const NUMERO = z.string().regex(/^\+?\d{8,15}$/, { error: 'Informe o telefone com país e DDD.' })
const Telefone = z.object({ telefone: NUMERO })
const Comportamento = z.discriminatedUnion('tipo', [
  z.object({ tipo: z.literal('aceita') }),
  z.object({ tipo: z.literal('falha'), codigo: z.int() }),
  z.object({ tipo: z.literal('recusa'), codigo: z.int() }),
  z.object({ tipo: z.literal('corta') }),
  z.object({ tipo: z.literal('emudece') }),
])
const Ajustes = z
  .object({
    entrega: z.boolean(),
    bloqueou: z.boolean(),
    leAoAbrir: z.boolean(),
    leSozinho: z.boolean(),
    respondeSozinho: z.boolean(),
    semNono: z.boolean().nullable(),
    escondeTelefone: z.boolean(),
    resposta: Comportamento.nullable(),
    atrasoWebhookMs: z.int().min(0).max(86_400_000),
  })
  .partial()
const comum = { cita: z.string().optional(), quando: z.iso.datetime().optional() }
const NovaMensagem = z.discriminatedUnion('tipo', [
  z.object({ tipo: z.literal('texto'), texto: z.string().min(1).max(4096), ...comum }),
  z.object({ tipo: z.literal('botao'), wamid: z.string(), botao: z.string(), ...comum }),
  z.object({ tipo: z.literal('reacao'), wamid: z.string(), emoji: z.string().max(20), ...comum }),
  z.object({
    tipo: z.literal('midia'),
    mime: z.string().regex(/^[\w.+-]+\/[\w.+-]+(; ?[\w=]+)?$/),
    nome: z.string().max(200).optional(),
    legenda: z.string().max(1024).optional(),
    base64: z.base64().optional(),
    ...comum,
  }),
  z.object({
    tipo: z.literal('lugar'),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    nome: z.string().max(200).optional(),
    endereco: z.string().max(300).optional(),
    ...comum,
  }),
  z.object({ tipo: z.literal('contato'), nome: z.string().min(1).max(200), telefone: NUMERO, ...comum }),
  z.object({ tipo: z.literal('edicao'), wamid: z.string(), texto: z.string().min(1).max(4096), ...comum }),
  z.object({ tipo: z.literal('apagamento'), wamid: z.string(), ...comum }),
])

interface Partes {
  nucleo: Nucleo
  comandos: Comandos
  recebidas: Recebidas
}

/** The phones: what is on each, its switches, and what its owner does. */
export function plugarTelefones(app: FastifyInstance, { nucleo, comandos, recebidas }: Partes) {
  const detalhar = (aparelho: Aparelho) => ({
    ...fichaDe(aparelho),
    webhooks: nucleo.entregador.log(30, aparelho.id),
  })

  app.get('/telefones', async (request) => {
    const { busca, limite } = Busca.parse(request.query)
    return { data: await listarTelefones(nucleo, busca, limite) }
  })
  app.get('/telefones/:telefone', async (request) => {
    const telefone = telefoneDe(request)
    const { abrir } = z.object({ abrir: z.enum(['0', '1']).default('0') }).parse(request.query)
    const aparelho = abrir === '1' ? comandos.abrir(telefone) : comandos.aparelho(telefone)
    await porNomes(nucleo, [aparelho])
    return detalhar(aparelho)
  })
  app.patch('/telefones/:telefone', async (request) =>
    detalhar(comandos.ajustar(telefoneDe(request), semVazios(Ajustes.parse(request.body)))),
  )
  app.post('/telefones/:telefone/mensagens', { bodyLimit: 28 * 1024 * 1024 }, async (request, reply) => {
    const corpo = NovaMensagem.parse(request.body)
    const { cita, quando } = corpo
    const mensagem = await recebidas.receber(telefoneDe(request), acaoDe(corpo), {
      cita,
      quando: quando === undefined ? undefined : new Date(quando),
    })
    return reply.status(201).send(mensagem)
  })
  app.post('/telefones/:telefone/numero', async (request) => {
    const { novo } = z.object({ novo: NUMERO }).parse(request.body)
    return detalhar(recebidas.trocarNumero(telefoneDe(request), comMais(novo)))
  })
  app.post('/telefones/:telefone/marketing', async (request) => {
    const { aceita } = z.object({ aceita: z.boolean() }).parse(request.body)
    return detalhar(recebidas.preferir(telefoneDe(request), aceita))
  })
}

const telefoneDe = (request: FastifyRequest) => {
  const { telefone } = Telefone.parse(request.params)
  return comMais(telefone)
}

const comMais = (telefone: string) => (telefone.startsWith('+') ? telefone : `+${telefone}`)

/** The picture used when a call brings no bytes: one grey pixel. */
const PONTO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mM0MDD4DwADSAGd7YqYpAAAAABJRU5ErkJggg=='

function acaoDe(corpo: z.infer<typeof NovaMensagem>): Acao {
  if (corpo.tipo !== 'midia') return corpo
  const { mime, nome, legenda, base64 = PONTO } = corpo
  return { tipo: 'midia', mime, nome, legenda, bytes: Buffer.from(base64, 'base64') }
}
