import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { Pool } from 'undici'
import { abrirBanco } from '#server/db/conexao.ts'
import type { Database } from '#server/db/schema.ts'
import { processarEntrada } from '#server/entrada/processar.actions.ts'
import { garantirModelos } from '#server/modelos/modelos.queries.ts'
import type { Servicos } from '#server/servicos.ts'
import { assinar } from '#server/whatsapp/assinatura.ts'
import { daMeta } from '#server/whatsapp/inbox.ts'
import { webhookRoutes } from '#server/whatsapp/webhook.routes.ts'
import { bancoDeMedida, medir } from './banco.ts'

/*
 * Webhooks as Meta sends them in a busy hour, one event each over real HTTP: how many per second are stored before their 200,
 * with what latency, and how fast the inbox processes them. Three statuses for each reply.
 *   node bench/entrada.ts [events, 20000] [connections, 64]
 */
const EVENTOS = Number(process.argv[2] ?? 20_000)
const CONEXOES = Number(process.argv[3] ?? 64)
const AGORA = new Date('2026-11-24T13:00:00.000Z')
const SEGREDO = 'segredo'
const NUMERO = '300'

const banco = await bancoDeMedida()
const { db, fechar } = abrirBanco(banco.url)
const app = Fastify({ logger: false })
try {
  await povoar(db)
  const conta = { appSecret: SEGREDO, verifyToken: 'v', phoneNumberId: NUMERO }
  // The webhook uses no other service.
  const servicos = {
    db,
    relogio: { agora: () => AGORA },
    log: pino({ level: 'error' }),
    chaveSecreta: Buffer.alloc(32),
    whatsapp: { conta: async () => conta },
  } as unknown as Servicos
  app.decorate('contarRecusa', () => undefined)
  await app.register(webhookRoutes, servicos)
  await app.listen({ host: '127.0.0.1', port: 0 })
  await medirChegada((app.server.address() as AddressInfo).port)
  const processo = await medir(async () => {
    while (await processarEntrada(servicos, daMeta(servicos)));
  })
  const { rows } = await sql<{ feitos: number; total: number }>`
    select count(*) filter (where processado_em is not null) as feitos, count(*) as total from evento_recebido`.execute(
    db,
  )
  console.log(
    `inbox: ${rows[0]?.feitos} of ${rows[0]?.total} processed in ${processo.ms} ms, ${Math.round((rows[0]!.feitos / processo.ms) * 1000)} a second`,
  )
} finally {
  await app.close()
  await fechar()
  await banco.fechar()
}

async function povoar(db: Kysely<Database>) {
  await garantirModelos(db, AGORA)
  const mensagens = Math.ceil(EVENTOS / 4)
  await sql`insert into contato (canonico, hash) select '5511' || lpad(i::text, 8, '0'), int8send(i) from generate_series(1, ${mensagens}::bigint) i`.execute(
    db,
  )
  await sql`insert into cliente (nome, documento, telefone, contato_id, status, aberto_centavos, contas_abertas, vencimento_mais_antigo, created_at, updated_at)
    select 'Cliente ' || id, lpad(id::text, 11, '0'), '+' || canonico, id, 'ativo', 10000, 1, '2026-11-19', ${AGORA}, ${AGORA} from contato`.execute(
    db,
  )
  await sql`insert into mensagem (cliente_id, contato_id, direcao, tipo, conteudo, status, finalidade, envio, dia, wamid, aceita_em, created_at)
    select id, contato_id, 'enviada', 'template', 'x', 'enviada', 'regua', 'aceita', '2026-11-24', 'wamid.' || id, ${AGORA}, ${AGORA} from cliente`.execute(
    db,
  )
  await sql`analyze`.execute(db)
}

async function medirChegada(porta: number) {
  const pool = new Pool(`http://127.0.0.1:${porta}`, { connections: CONEXOES, pipelining: 1 })
  const esperas: number[] = []
  let proximo = 0
  const enviar = async () => {
    while (proximo < EVENTOS) {
      const corpo = JSON.stringify(webhook(proximo++))
      const inicio = performance.now()
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/api/webhooks/whatsapp',
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': assinar(SEGREDO, corpo) },
        body: corpo,
      })
      await body.dump()
      if (statusCode !== 200) throw new Error(`o webhook respondeu ${statusCode}`)
      esperas.push(performance.now() - inicio)
    }
  }
  const { ms } = await medir(() => Promise.all(Array.from({ length: CONEXOES }, enviar)))
  await pool.close()
  esperas.sort((a, b) => a - b)
  const em = (parte: number) => esperas[Math.floor(esperas.length * parte)]?.toFixed(1)
  console.log(
    `intake: ${EVENTOS} webhooks in ${ms} ms, ${Math.round((EVENTOS / ms) * 1000)} a second, p50 ${em(0.5)} ms, p99 ${em(0.99)} ms`,
  )
}

function webhook(i: number) {
  const [cliente, tipo] = [Math.floor(i / 4) + 1, i % 4]
  const timestamp = String(AGORA.getTime() / 1000)
  const de = `5511${String(cliente).padStart(8, '0')}`
  const parte =
    tipo === 3
      ? {
          messages: [
            {
              from: de,
              id: `wamid.r${i}`,
              timestamp,
              type: 'text',
              text: { body: 'Já paguei, vou mandar o comprovante' },
            },
          ],
        }
      : {
          statuses: [
            { id: `wamid.${cliente}`, status: ['sent', 'delivered', 'read'][tipo], timestamp, recipient_id: de },
          ],
        }
  const value = { messaging_product: 'whatsapp', metadata: { phone_number_id: NUMERO }, ...parte }
  return { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'messages', value }] }] }
}
