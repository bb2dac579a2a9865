import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { NaoEncontrado } from '#domain/erros.ts'
import { endToEndIdValido } from '#domain/movimento.ts'
import { criarColetor } from '#server/entrada/coletor.ts'
import { lerWebhook } from '#server/entrada/corpo.ts'
import type { EventoRecebido } from '#server/entrada/origem.ts'
import { noPrazo } from '#server/http/falhas-do-ambiente.ts'
import type { Routes } from '#server/http/tipos.ts'
import { ordemDoPix } from './inbox.ts'
import { CAMINHO_WEBHOOK_PIX } from './recebimento.queries.ts'

const MAIOR_CORPO = 256 * 1024
/** A PSP may group several Pix; a body of the allowed size holds no more than these. */
const MAIS_PIX = 1_000
const LER_CONTA_MS = 2_000
/** The instant of the last webhook is for people to read. */
const ANOTAR_MS = 5_000

/** The PSP's webhook: its address is secret, and still nothing sent there is believed without asking the PSP. */
export const webhookPixRoutes: Routes = async (app, { db, relogio, pix }) => {
  const guardar = criarColetor(db, 'pix', () => relogio.agora())
  let anotadoEm = Number.NEGATIVE_INFINITY
  const anotar = async () => {
    if (performance.now() - anotadoEm < ANOTAR_MS) return
    anotadoEm = performance.now()
    await db.updateTable('recebimento').set({ psp_webhook_recebido_em: relogio.agora() }).execute()
  }

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAIOR_CORPO }, (_, corpo, pronto) =>
    pronto(null, corpo),
  )
  const handler = async (request: FastifyRequest<{ Params: { segredo: string } }>, reply: FastifyReply) => {
    const { segredo } = await noPrazo(LER_CONTA_MS, 'o PSP não foi lido a tempo', pix.meios())
    if (segredo === null || !iguais(request.params.segredo, segredo)) throw new NaoEncontrado('Endereço desconhecido.')
    const corpo = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const eventos = lerEventos(corpo.toString('utf8'))
    if (eventos === null) return reply.status(400).send({ message: 'O corpo do webhook não pôde ser lido.' })
    if (eventos.length > 0) await guardar(eventos, corpo.length)
    await anotar().catch((erro) => request.log.warn({ err: erro }, 'a hora do aviso do PSP não foi anotada'))
    return reply.status(200).send({ recebido: true })
  }
  // Thousands in a busy hour: only what goes wrong is logged.
  const opcoes = {
    config: { publica: true },
    schema: { hide: true },
    bodyLimit: MAIOR_CORPO,
    logLevel: 'warn',
  } as const
  app.post(`${CAMINHO_WEBHOOK_PIX}/:segredo`, opcoes, handler)
  app.post(`${CAMINHO_WEBHOOK_PIX}/:segredo/pix`, opcoes, handler)
}

const Corpo = z.object({ pix: z.array(z.unknown()).max(MAIS_PIX).optional() })
const Item = z.object({ endToEndId: z.string().refine(endToEndIdValido) })

/**
 * One event per report of each Pix; anything else (a PSP's test, an item without id) is ignored. Null: no JSON object.
 * Only the id is stored, because the PSP is asked for the rest.
 */
function lerEventos(corpo: string): EventoRecebido[] | null {
  const lido = Corpo.safeParse(lerWebhook(corpo))
  if (!lido.success) return null
  return (lido.data.pix ?? []).flatMap((item): EventoRecebido[] => {
    const pix = Item.safeParse(item)
    if (!pix.success) return []
    const { endToEndId } = pix.data
    const dito = createHash('sha256').update(JSON.stringify(item)).digest('base64url').slice(0, 16)
    const ordem = ordemDoPix(endToEndId)
    return [{ chave: `${ordem}:${dito}`, tipo: 'outro', ordem, metaEm: null, payload: { endToEndId }, semEfeito: null }]
  })
}

function iguais(a: string, b: string): boolean {
  const [x, y] = [a, b].map((um) => createHash('sha256').update(um).digest())
  return timingSafeEqual(x!, y!)
}
