import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { diaDe } from '#domain/data.ts'
import { lerIntencoes } from '#domain/intencao.ts'
import { Abertas } from './abertas.ts'
import type { Comandos } from './comandos.ts'
import { ASSINATURAS, NIVEIS, type Nivel, QUALIDADES, SITUACOES_CONTA, TOKENS } from './conta.ts'
import { plugarEventos } from './controle.eventos.ts'
import { plugarModelos } from './controle.modelos.ts'
import { Busca, semVazios } from './controle.pedidos.ts'
import { plugarTelefones } from './controle.telefones.ts'
import type { Envios } from './envios.ts'
import { NUMEROS_ESPECIAIS } from './especiais.ts'
import { MOTIVOS_DE_RECUSA } from './modelos.revisao.ts'
import type { Nucleo } from './nucleo.ts'
import { AcaoImpossivel, type Recebidas } from './recebidas.ts'

/** What the control API sees and changes. */
export interface Partes {
  nucleo: Nucleo
  comandos: Comandos
  recebidas: Recebidas
  envios: Envios
  /** Calls `aoMudar` with each phone that changed, or null for all; returns the function that stops it. */
  ouvir(aoMudar: (aparelho: string | null) => void): () => void
}

/** The control API of tests and of the page. Not part of WhatsApp: Meta has nothing of the kind. */
export function plugarControle(app: FastifyInstance, partes: Partes) {
  const { nucleo, envios } = partes
  app.setErrorHandler((erro, _request, reply) => {
    if (erro instanceof z.ZodError) {
      const [falha] = erro.issues
      return reply.status(422).send({ message: `${falha?.path.join('.') || 'pedido'}: ${falha?.message}` })
    }
    if (erro instanceof AcaoImpossivel) return reply.status(409).send({ message: erro.message })
    const { statusCode = 500 } = erro as { statusCode?: number }
    if (statusCode >= 500) throw erro
    return reply.status(statusCode).send({ message: 'O pedido não pôde ser lido.' })
  })
  app.setNotFoundHandler((_request, reply) => reply.status(404).send({ message: 'O emulador não tem esse endereço.' }))

  plugarEstado(app, partes)
  plugarIntencoes(app, nucleo)
  plugarTelefones(app, partes)
  plugarWebhooks(app, nucleo)
  plugarModelos(app, nucleo, envios)
  plugarEventos(app, new Abertas(app), partes.ouvir)
  app.get('/envios', async (request) => {
    const { referencia } = z.object({ referencia: z.string().optional() }).parse(request.query)
    const todos = envios.aceitos
    return { data: referencia === undefined ? todos : todos.filter((envio) => envio.referencia === referencia) }
  })
}

/** The hints that the application would give for a text, to try them out. */
function plugarIntencoes(app: FastifyInstance, { agora }: Nucleo) {
  const Escrito = z.object({ texto: z.string().max(4096), dia: z.iso.date().optional() })
  app.post('/intencoes', async (request) => {
    const { texto, dia } = Escrito.parse(request.body)
    return { data: lerIntencoes(texto, dia ?? diaDe(agora())) }
  })
}

const chance = z.number().min(0).max(1)
const Cenario = z
  .object({
    situacao: z.literal(SITUACOES_CONTA),
    token: z.enum(TOKENS),
    assinatura: z.enum(ASSINATURAS),
    personagens: z.boolean(),
    leSozinho: z.boolean(),
    vazaoPorSegundo: z.number().min(1).max(1_000_000),
    qualidade: z.enum(QUALIDADES),
    nivel: z.enum(Object.keys(NIVEIS) as Nivel[]),
    verificada: z.boolean(),
    revisaoMs: z.int().min(0).max(86_400_000).nullable(),
    criacoesPorHora: z.int().min(0).max(100),
    recusa: z.enum(MOTIVOS_DE_RECUSA).nullable(),
    pagamentos: z.boolean(),
    pedidosDePagamento: z.boolean(),
    caos: z
      .object({
        duplicar: chance,
        desordenar: chance,
        erro429: chance,
        erro5xx: chance,
        cortarAntes: chance,
        cortarDepois: chance,
        lentidao: chance,
        lentidaoMs: z.int().min(0).max(600_000),
      })
      .partial(),
  })
  .partial()

function plugarEstado(app: FastifyInstance, { nucleo, comandos, recebidas, envios }: Partes) {
  const { mundo, cenario, entregador, agora } = nucleo
  const estado = () => ({
    relogio: agora().toISOString(),
    empresa: nucleo.conta.nomeVerificado,
    numero: nucleo.conta.numero,
    webhook: entregador.url,
    chaves: cenario, // the word that scripts of people know
    contagem: {
      aceitas: envios.aceitas,
      recusadas: envios.recusadas,
      recebidas: recebidas.recebidas,
      webhooks_pendentes: entregador.pendentes,
      webhooks_descartados: entregador.descartados,
      aparelhos: mundo.quantos,
    },
    especiais: Object.entries(NUMEROS_ESPECIAIS).map(([final, { descricao, ...resto }]) => ({
      final,
      descricao,
      ...resto,
    })),
  })
  app.get('/estado', async () => estado())
  app.patch('/estado', async (request) => {
    const { caos, ...resto } = Cenario.parse(request.body)
    Object.assign(cenario.caos, caos)
    comandos.configurar(semVazios(resto))
    if (resto.leSozinho !== undefined) for (const um of mundo.aparelhos) um.ajustes.leSozinho = resto.leSozinho
    return estado()
  })
}

function plugarWebhooks(app: FastifyInstance, { entregador }: Nucleo) {
  app.get('/webhooks', async (request) => {
    const { limite } = Busca.parse(request.query)
    return { data: entregador.log(limite) }
  })
  app.post('/webhooks/:id/repetir', async (request, reply) => {
    const { id } = z.object({ id: z.coerce.number().int() }).parse(request.params)
    if (entregador.repetir(id)) return { ok: true }
    return reply.status(404).send({ message: 'Este webhook já não está na memória do emulador.' })
  })
}
