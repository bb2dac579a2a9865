import { DIA_MS, type Dia, diaDe, type Instante } from './data.ts'

/** A phone may be off for a few days; a week and a second message on another day say more. */
export const SEM_ENTREGA_DIAS = 7

/** One day of the company's messages: to how many phones it wrote, and whether Meta told of any delivery or reading. */
export interface DiaDeEntregas {
  dia: Dia
  telefones: number
  houveEntrega: boolean
}

/**
 * Since when, and over how many messages, a phone takes nothing; null when that cannot be said. Two messages of different
 * days, the first a week old or more, none delivered. It is judged only while others' deliveries were coming in: a day on
 * which others were written to and no delivery was heard of says nothing of anybody, so only what was sent after the last
 * such day counts, and some delivery to others must have been heard of since. `enviadas`: when Meta accepted each of its
 * undelivered messages, oldest first; `dias`: the company's, from the first of these on; `agora`: by the company's clock.
 */
export function semEntregaDesde(
  enviadas: readonly Instante[],
  dias: readonly DiaDeEntregas[],
  agora: Date,
): { desde: Instante; mensagens: number } | null {
  const dele = new Set(enviadas.map(diaDe))
  const ultimoCego = dias.reduce(
    (ultimo, um) => (ehCego(um, dele.has(um.dia)) && um.dia > ultimo ? um.dia : ultimo),
    '',
  )
  const contam = enviadas.filter((em) => diaDe(em) > ultimoCego)
  const [desde] = contam
  if (desde === undefined || agora.getTime() - Date.parse(desde) <= SEM_ENTREGA_DIAS * DIA_MS) return null
  if (new Set(contam.map(diaDe)).size < 2) return null
  const ouviram = dias.some(({ dia, houveEntrega }) => houveEntrega && dia >= diaDe(desde))
  return ouviram ? { desde, mensagens: contam.length } : null
}

/** The last day on which several phones were written to and no delivery was reported: it proves nothing; null: none. */
export const ultimoDiaSurdo = (dias: readonly DiaDeEntregas[]): Dia | null =>
  dias.reduce<Dia | null>(
    (ultimo, um) => (ehCego(um, true) && (ultimo === null || um.dia > ultimo) ? um.dia : ultimo),
    null,
  )

/** Others than this phone were written to, and nothing was heard. */
const ehCego = ({ telefones, houveEntrega }: DiaDeEntregas, escreveuAEle: boolean) =>
  !houveEntrega && telefones > (escreveuAEle ? 1 : 0)

/** Meta tells that it sent a message within seconds; half an hour of nothing is no delay. */
const ESPERA_DO_STATUS_MS = 30 * 60_000

/**
 * Since when Meta reports no status of messages; null while it does, or when no message waits for one. `primeiraSem`:
 * when Meta accepted the oldest message after which no status, of any message, arrived.
 */
export const semStatusDesde = (primeiraSem: Instante | null, agora: Date): Instante | null =>
  primeiraSem !== null && agora.getTime() - Date.parse(primeiraSem) >= ESPERA_DO_STATUS_MS ? primeiraSem : null

/** What it means, and what to check, in the order in which it is most often wrong. */
export const SEM_STATUS =
  'A Meta aceita as mensagens, e não avisa mais o que acontece com elas: não se sabe se chegam, e as respostas dos clientes também podem estar se perdendo. No painel da Meta, confira se o webhook está assinado (campo messages), se a chave secreta do aplicativo é a gravada aqui e se o endereço do webhook é o deste sistema e responde de fora.'
