import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { RECUSAS_DE_WEBHOOK, type RecusaDeWebhook } from '#domain/entrada.ts'
import type { Disco } from '#server/armazem/disco.ts'
import { migracoesDoCodigo } from '#server/db/migrar.ts'
import type { Servicos } from '#server/servicos.ts'
import { veioPorProxy } from './de-proxy.ts'
import { noPrazo } from './falhas-do-ambiente.ts'

/** A supervisor asks every few seconds, and gives up itself soon after. */
const PRONTO_EM_MS = 3_000
const CONTADO_EM_MS = 2_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a webhook, or a part of one, that was not stored. */
    contarRecusa(motivo: RecusaDeWebhook, quantas?: number): void
  }
}

let medido: Registry | undefined

/**
 * The process's metrics, registered once for all applications in it, since collecting them observes every turn of the
 * event loop.
 */
function medirProcesso(): Registry {
  if (medido) return medido
  medido = new Registry()
  collectDefaultMetrics({ register: medido })
  return medido
}

/** Health for the supervisor, figures for Prometheus (on loopback, or with METRICS_TOKEN). */
export async function saude(
  app: FastifyInstance,
  { db, discos, metricsToken }: Pick<Servicos, 'db' | 'discos' | 'metricsToken'>,
  medirMais: (registro: Registry) => void,
) {
  const processo = medirProcesso()
  const registro = new Registry()
  medirPedidos(app, registro)
  medirFilas(db, registro)
  medirDiscos(discos, registro)
  medirRecusas(app, registro)
  medirMais(registro)

  const migracoes = migracoesDoCodigo()
  const olhar = umaDeCadaVez(() => estaPronto(db, migracoes))
  app.get('/health/live', { exposeHeadRoute: true }, async () => ({ status: 'ok' }))

  app.get('/health/ready', { exposeHeadRoute: true }, async (_request, reply) => {
    const pronto = await noPrazo(PRONTO_EM_MS, 'o banco não respondeu', olhar()).catch(() => false)
    return reply.status(pronto ? 200 : 503).send({ status: pronto ? 'ok' : 'indisponivel' })
  })

  app.get('/metrics', async (request, reply) => {
    const local =
      ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '') &&
      !veioPorProxy(request.headers)
    if (!local && !tokenConfere(request.headers.authorization, metricsToken)) {
      return reply
        .status(403)
        .send({ message: 'As métricas só são mostradas na própria máquina ou com o token de métricas.' })
    }
    const tudo = Registry.merge([processo, registro])
    return reply.type(tudo.contentType).send(await tudo.metrics())
  })
}

/** Ready when every migration that this code knows was applied; a newer node may have applied more. */
async function estaPronto(db: Servicos['db'], migracoes: Promise<number[]>): Promise<boolean> {
  const sabidas = await migracoes
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from migracao where numero = any(${sabidas}::int[])`.execute(db)
  return rows[0]?.n === sabidas.length
}

function tokenConfere(cabecalho: string | undefined, token: string | null): boolean {
  if (!token || !cabecalho) return false
  const [dado, esperado] = [Buffer.from(cabecalho), Buffer.from(`Bearer ${token}`)]
  return dado.length === esperado.length && timingSafeEqual(dado, esperado)
}

function medirPedidos(app: FastifyInstance, registro: Registry) {
  const duracao = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registro],
  })
  app.addHook('onResponse', (request, reply, seguir) => {
    const route = request.routeOptions.url ?? 'desconhecida'
    duracao.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    seguir()
  })
}

/**
 * The size of each queue, read on demand from partial indexes. Without the database the other metrics are still
 * answered soon, along with the fact that it did not answer.
 */
function medirFilas(db: Servicos['db'], registro: Registry) {
  const contar = umaDeCadaVez(async () => {
    const { rows } = await sql<{ saida: number; entrada: number; de_lado: number; correio: number }>`
      select (select count(*)::int from mensagem where envio = 'fila') as saida,
             (select count(*)::int from evento_recebido where processado_em is null and posto_de_lado_em is null) as entrada,
             (select count(*)::int from evento_recebido where posto_de_lado_em is not null and processado_em is null) as de_lado,
             (select count(*)::int from pedido_de_senha where situacao = 'pendente') as correio`.execute(db)
    return rows[0]
  })
  const contadas = () => noPrazo(CONTADO_EM_MS, 'o banco não respondeu', contar()).catch(() => undefined)
  new Gauge({
    name: 'cobranca_fila',
    help: 'Rows waiting in each queue; none while the database does not answer',
    labelNames: ['fila'],
    registers: [registro],
    async collect() {
      const filas = await contadas()
      this.reset()
      for (const [fila, n] of Object.entries(filas ?? {})) this.set({ fila }, n)
    },
  })
  new Gauge({
    name: 'cobranca_banco_responde',
    help: '1 when the database answered in time, 0 when it did not',
    registers: [registro],
    async collect() {
      this.set((await contadas()) ? 1 : 0)
    },
  })
}

/** Room on the disks; what cannot be read is not told. */
function medirDiscos(discos: Servicos['discos'], registro: Registry) {
  const ler = umaDeCadaVez(() => discos().catch(() => []))
  const medir = (name: string, help: string, valor: (disco: Disco) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pasta'],
      registers: [registro],
      async collect() {
        for (const disco of await ler()) this.set({ pasta: disco.pasta }, valor(disco))
      },
    })
  medir('cobranca_disco_livre_bytes', 'Room left on the disk of a folder', ({ livre }) => livre)
  medir('cobranca_disco_total_bytes', 'Size of the disk of a folder', ({ total }) => total)
  medir('cobranca_disco_gravavel', '1 when the folder may be written to', ({ gravavel }) => Number(gravavel))
}

/** Callers share an answer that is under way, so that queries to a database that is away do not pile up. */
function umaDeCadaVez<T>(perguntar: () => Promise<T>): () => Promise<T> {
  let aCaminho: Promise<T> | undefined
  return () => {
    aCaminho ??= perguntar().finally(() => {
      aCaminho = undefined
    })
    return aCaminho
  }
}

/** Forged, unreadable or stale webhooks leave no other trace: a flood of them must not fill the database. */
function medirRecusas(app: FastifyInstance, registro: Registry) {
  const recusas = new Counter({
    name: 'webhook_recusados_total',
    help: 'Webhooks, or events of them, of which nothing was stored',
    labelNames: ['motivo'],
    registers: [registro],
  })
  for (const motivo of RECUSAS_DE_WEBHOOK) recusas.inc({ motivo }, 0)
  app.decorate('contarRecusa', (motivo: RecusaDeWebhook, quantas = 1) => recusas.inc({ motivo }, quantas))
}
