import { type RawBuilder, sql } from 'kysely'
import { proximaTentativa } from '#domain/integracao.ts'
import { decifrar, SEGREDO_DO_WEBHOOK } from '#server/chaves/cifra.ts'
import type { Db, Linha } from '#server/db/schema.ts'
import { esperarTodos } from '#server/jobs/esperar-todos.ts'
import { FOLGA_ENTRE_RELOGIOS_MS } from '#server/relogio.ts'
import type { Servicos } from '#server/servicos.ts'
import { AO_MESMO_TEMPO, type ComoFoi, criarEntregador, type Entregador } from './entregador.ts'
import { numerarEventos } from './eventos.actions.ts'

type Meios = Pick<Servicos, 'db' | 'saida' | 'chaveSecreta' | 'relogio'>

/** How long the others wait to be looked at again while one receiver is slow. */
const OLHAR_DE_NOVO_MS = 1_000

/**
 * Sends all deliveries due, each receiver separately, so that a slow or failing one delays no other. A customer's next event is
 * sent when the one before was delivered or set aside. Ends when nothing is due. Only on one node at a time.
 */
export async function entregarPendentes(meios: Meios, sinal: AbortSignal, valida: () => boolean): Promise<void> {
  const { db, relogio } = meios
  const emCurso = new Map<number, Promise<void>>()
  try {
    while (!sinal.aborted && valida()) {
      await numerarTudo(db, relogio.agora())
      for (const webhook of await comEntregaPronta(db, relogio.agora())) {
        if (emCurso.has(webhook.id)) continue
        emCurso.set(
          webhook.id,
          atender(meios, webhook, sinal, valida).finally(() => emCurso.delete(webhook.id)),
        )
      }
      if (emCurso.size === 0) return
      await Promise.race([...emCurso.values(), passar(OLHAR_DE_NOVO_MS)])
    }
  } finally {
    // Also when one of them failed: whoever has the lock next would send what the others are still sending.
    await Promise.allSettled(emCurso.values())
  }
}

/** Makes due now the deliveries that were queued, or put off, by a clock that has been set back since. */
export const acertarEsperas = (db: Db, agora: Date) => {
  const depois = new Date(agora.getTime() + FOLGA_ENTRE_RELOGIOS_MS)
  return sql`update entrega set proxima_em = ${agora}
    where status = 'pendente' and (desde > ${depois} or tentada_em > ${depois})`.execute(db)
}

const passar = (ms: number) => new Promise<void>((pronto) => setTimeout(pronto, ms).unref())

async function numerarTudo(db: Db, agora: Date) {
  while ((await numerarEventos(db, agora)) > 0);
}

/** It is due, and no earlier delivery of its customer is pending. */
const PRONTA = (agora: Date): RawBuilder<boolean> => sql<boolean>`
  e.status = 'pendente' and e.proxima_em <= ${agora} and not exists (
    select from entrega a where a.webhook_id = e.webhook_id and a.cliente_id = e.cliente_id and a.status = 'pendente' and a.id < e.id)`

async function comEntregaPronta(db: Db, agora: Date) {
  const { rows } = await sql<{ id: number; url: string; segredo_cifrado: Buffer }>`
    select id, url, segredo_cifrado from webhook w
    where removido_em is null and segredo_cifrado is not null
      and exists (select from entrega e where e.webhook_id = w.id and ${PRONTA(agora)})`.execute(db)
  return rows
}

async function atender(
  { db, saida, chaveSecreta, relogio }: Meios,
  { id, url, segredo_cifrado }: { id: number; url: string; segredo_cifrado: Buffer },
  sinal: AbortSignal,
  valida: () => boolean,
): Promise<void> {
  const entregador = criarEntregador(saida, url, decifrar(chaveSecreta, segredo_cifrado, SEGREDO_DO_WEBHOOK))
  try {
    while (!sinal.aborted && valida()) {
      const prontas = await lerProntas(db, id, relogio.agora())
      if (prontas.length === 0) return
      await esperarTodos(prontas.map((uma) => entregar(db, entregador, uma, relogio, sinal)))
    }
  } finally {
    await entregador.fechar()
  }
}

async function lerProntas(db: Db, webhookId: number, agora: Date): Promise<Linha<'entrega'>[]> {
  const { rows } = await sql<Linha<'entrega'>>`
    select e.* from entrega e where e.webhook_id = ${webhookId} and ${PRONTA(agora)}
    order by e.proxima_em, e.id limit ${AO_MESMO_TEMPO}`.execute(db)
  return rows
}

async function entregar(
  db: Db,
  entregador: Entregador,
  entrega: Linha<'entrega'>,
  relogio: Servicos['relogio'],
  sinal: AbortSignal,
): Promise<void> {
  const { id, evento_id, tipo, ocorrido_em, dados, desde } = entrega
  const aviso = { id: `evt_${evento_id}`, tipo, ocorridoEm: ocorrido_em, dados }
  const como = await entregador.entregar(aviso, relogio.agora(), sinal)
  // Interrupted by a stop: it does not count as a try, and is sent again.
  if (sinal.aborted && !como.entregue) return
  await db
    .updateTable('entrega')
    .set(desfecho(entrega, como, relogio.agora()))
    .where('id', '=', id)
    .where('status', '=', 'pendente')
    .where('desde', '=', desde) // asked for again meanwhile, it goes once more
    .execute()
}

function desfecho({ tentativas, desde, proxima_em }: Linha<'entrega'>, { entregue, http, erro }: ComoFoi, agora: Date) {
  const comum = { tentativas: tentativas + 1, http, erro, tentada_em: agora }
  if (entregue) return { ...comum, status: 'entregue' as const, entregue_em: agora }
  const proxima = proximaTentativa(tentativas + 1, new Date(desde), agora)
  return proxima
    ? { ...comum, proxima_em: proxima }
    : { ...comum, status: 'separada' as const, proxima_em: new Date(proxima_em) }
}
