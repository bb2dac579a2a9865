import { setImmediate as ceder } from 'node:timers/promises'
import { Webhook } from '#contract/webhooks-meta.ts'
import type { ContaEmVigor } from '#domain/conta-whatsapp.ts'
import { corpoDemais, lerWebhook } from '#server/entrada/corpo.ts'
import { corpoInteiro, type EventoRecebido, eventosDe } from './eventos.ts'

/** Meta puts up to 1,000 updates in one body. */
const MAIS_EVENTOS = 2_000
/** What is said once for many (a contact, a number) is kept with each, and may be long. */
const VEZES_O_CORPO = 4
const FOLGA = 65_536
/** After this long, yields to the event loop. */
const DE_UMA_VEZ_MS = 10

/**
 * All events of a webhook's body; null if it is no webhook. A body larger than Meta ever sends is stored whole, as one unread
 * event. Blocks the event loop no longer than one update takes.
 */
export async function lerEventos(corpo: string, nossa: ContaEmVigor): Promise<EventoRecebido[] | null> {
  if (corpoDemais(corpo)) return [corpoInteiro(corpo)]
  const webhook = Webhook.safeParse(lerWebhook(corpo))
  if (!webhook.success) return null
  const eventos: EventoRecebido[] = []
  let cabem = corpo.length * VEZES_O_CORPO + FOLGA
  let vez = performance.now()
  for (const evento of eventosDe(webhook.data, nossa)) {
    eventos.push(evento)
    if (eventos.length > 1) cabem -= JSON.stringify(evento.payload).length
    if (eventos.length > MAIS_EVENTOS || cabem < 0) return [corpoInteiro(corpo)]
    if (performance.now() - vez < DE_UMA_VEZ_MS) continue
    await ceder()
    vez = performance.now()
  }
  return eventos
}
