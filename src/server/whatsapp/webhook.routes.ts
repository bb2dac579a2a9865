import { timingSafeEqual } from 'node:crypto'
import { ConsultaDoHandshake } from '#contract/webhooks-meta.ts'
import { instanteDito } from '#domain/conversa.ts'
import { DIA_MS } from '#domain/data.ts'
import type { RecusaDeWebhook } from '#domain/entrada.ts'
import type { Db } from '#server/db/schema.ts'
import { criarColetor } from '#server/entrada/coletor.ts'
import { noPrazo } from '#server/http/falhas-do-ambiente.ts'
import type { Routes } from '#server/http/tipos.ts'
import { assinaturaValida } from './assinatura.ts'
import type { EventoRecebido } from './eventos.ts'
import { lerEventos } from './leitura.ts'
import { AGENTE_DA_CONFERENCIA, criarContadorDeRecusas, criarPorteiro } from './porta.actions.ts'
import { terminarSilencio } from './silencio.actions.ts'

export const CAMINHO_WEBHOOK = '/api/webhooks/whatsapp'

/** Meta sends up to 3 MB. */
const MAIOR_CORPO = 4 * 1024 * 1024
/** The account is read before anything is stored; this bounds the wait when the database is away. */
const LER_CONTA_MS = 2_000
const ANOTACAO_EM_MS = 500
/** The instant of the last webhook is for people to read: one write a second is enough. */
const ANOTAR_MS = 1_000

/** Meta's side of the conversation: the handshake, and everything it tells us. Long: a list of hooks and calls. */
export const webhookRoutes: Routes = async (app, { db, relogio, whatsapp }) => {
  const guardar = criarColetor(db, 'whatsapp', () => relogio.agora())
  const anotarPorta = criarPorteiro(db, () => relogio.agora())
  const recusas = criarContadorDeRecusas(
    db,
    () => relogio.agora(),
    (erro) => app.log.warn({ err: erro }, 'recusas do webhook não contadas'),
  )
  app.addHook('onClose', () => recusas.gravar())
  const contarRecusa = (motivo: RecusaDeWebhook, quantas = 1) => {
    app.contarRecusa(motivo, quantas)
    recusas.contar(motivo, quantas)
  }
  /** For people to read, and no more: the answer waits for it a moment, and does not fail by it. */
  const semAtrapalhar = (anotacao: Promise<void>) =>
    noPrazo(ANOTACAO_EM_MS, 'não foi anotado a tempo', anotacao).catch((erro) =>
      app.log.warn({ err: erro }, 'o que chegou ao webhook não foi anotado'),
    )
  const anotar = criarAnotador(db, () => relogio.agora())

  // The signature is over the raw bytes: in this scope nothing parses them.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAIOR_CORPO }, (_, corpo, pronto) =>
    pronto(null, corpo),
  )

  app.get(CAMINHO_WEBHOOK, { config: { publica: true }, schema: { hide: true } }, async (request, reply) => {
    const pedido = ConsultaDoHandshake.safeParse(request.query)
    const { verifyToken } = await whatsapp.conta()
    if (!pedido.success || !verifyToken || !iguais(pedido.data['hub.verify_token'], verifyToken)) {
      await anotarPorta('whatsapp.recusar_webhook')
      return reply.status(403).send({ message: 'O token de verificação do webhook não confere.' })
    }
    if (request.headers['user-agent'] !== AGENTE_DA_CONFERENCIA) await anotarPorta('whatsapp.confirmar_webhook')
    return reply.type('text/plain; charset=utf-8').send(pedido.data['hub.challenge'])
  })

  app.post(
    CAMINHO_WEBHOOK,
    // Thousands a second in a busy hour: only what goes wrong is logged.
    { config: { publica: true }, schema: { hide: true }, bodyLimit: MAIOR_CORPO, logLevel: 'warn' },
    async (request, reply) => {
      const corpo = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const conta = await noPrazo(LER_CONTA_MS, 'a conta não foi lida a tempo', whatsapp.conta())
      if (!conta.appSecret || !assinaturaValida(conta.appSecret, corpo, request.headers['x-hub-signature-256'])) {
        contarRecusa('assinatura')
        await semAtrapalhar(anotarPorta('whatsapp.recusar_assinatura'))
        return reply.status(401).send({ message: 'A assinatura do webhook não confere.' })
      }
      const lidos = await lerEventos(corpo.toString('utf8'), conta)
      if (lidos === null) {
        contarRecusa('ilegivel')
        request.log.warn('webhook assinado, mas ilegível')
        return reply.status(400).send({ message: 'O corpo do webhook não pôde ser lido.' })
      }
      const agora = relogio.agora()
      const eventos = lidos.map((um) => semFuturo(um, agora))
      const recentes = eventos.filter((evento) => !antigo(evento, agora))
      if (recentes.length < eventos.length) contarRecusa('antigo', eventos.length - recentes.length)
      await guardar(recentes, corpo.length)
      // Events about other numbers do not show that ours are received.
      const nossos = recentes.filter(({ semEfeito }) => semEfeito === null)
      if (recentes.length === 0 || nossos.length > 0)
        await semAtrapalhar(anotar(nossos.some(({ tipo }) => tipo === 'status')))
      return reply.status(200).send({ recebido: true })
    },
  )
}

/** Notes the instant of the last webhook, and of the last that brought a status. */
function criarAnotador(db: Db, agora: () => Date) {
  let anotadoEm = Number.NEGATIVE_INFINITY
  let statusAnotadoEm = Number.NEGATIVE_INFINITY
  return async function anotar(comStatus: boolean) {
    const vez = performance.now()
    if (vez - (comStatus ? statusAnotadoEm : anotadoEm) < ANOTAR_MS) return
    anotadoEm = vez
    if (comStatus) statusAnotadoEm = vez
    const em = agora()
    const { sem_status_desde } = await db
      .updateTable('configuracao')
      .set({ webhook_recebido_em: em, ...(comStatus ? { status_recebido_em: em } : {}) })
      .returning('sem_status_desde')
      .executeTakeFirstOrThrow()
    if (comStatus && sem_status_desde !== null) await terminarSilencio(db, em)
  }
}

/** Meta tries for 7 days; what is older than the inbox remembers is somebody playing an old body again. */
const LEMBRAR_MS = 30 * DIA_MS

/** By the company's clock, which a demonstration may have moved, and by the machine's. */
const antigo = ({ metaEm }: EventoRecebido, agora: Date) =>
  metaEm !== null && metaEm.getTime() < Math.min(agora.getTime(), Date.now()) - LEMBRAR_MS

/** An instant in the future, beyond clock skew, is dropped: the event then counts from its arrival. */
const semFuturo = (evento: EventoRecebido, agora: Date): EventoRecebido =>
  evento.metaEm && instanteDito(evento.metaEm.getTime() / 1000, agora) === agora ? { ...evento, metaEm: null } : evento

function iguais(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)]
  return x.length === y.length && timingSafeEqual(x, y)
}
