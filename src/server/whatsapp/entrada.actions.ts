import { setTimeout as esperar } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/schema.ts'
import type { EventoRecebido } from './eventos.ts'

/** The channel that wakes whoever processes the inbox. */
export const CANAL_ENTRADA = 'entrada'

/** Stores what came, each thing once, and wakes the processor; one statement, durable when it returns. */
export async function guardarEventos(db: Db | Trx, eventos: readonly EventoRecebido[], agora: Date): Promise<void> {
  if (eventos.length === 0) return
  const coluna = <T>(de: (evento: EventoRecebido) => T) => eventos.map(de)
  await sql`
    with novos as (
      insert into evento_whatsapp (chave, tipo, contato_chave, contato_id, payload, meta_em, recebido_em)
      select n.chave, n.tipo, n.contato_chave,
        coalesce((select id from contato where canonico = n.canonico), (select id from contato where bsuid = n.bsuid)),
        n.payload::jsonb, n.meta_em, ${agora}
      from unnest(
        ${coluna((e) => e.chave)}::text[], ${coluna((e) => e.tipo)}::text[], ${coluna((e) => e.contatoChave)}::text[],
        ${coluna((e) => e.canonico)}::text[], ${coluna((e) => e.bsuid)}::text[],
        ${coluna((e) => JSON.stringify(e.payload))}::text[], ${coluna((e) => e.metaEm)}::timestamptz[]
      ) as n(chave, tipo, contato_chave, canonico, bsuid, payload, meta_em)
      on conflict (chave) do nothing
      returning 1
    )
    select pg_notify(${CANAL_ENTRADA}, '') from (select 1 from novos limit 1) as algum`.execute(db)
}

interface Espera {
  eventos: EventoRecebido[]
  pronto: () => void
  falhou: (erro: unknown) => void
}

/** Rows in one insert at most. */
const LOTE = 5_000
/** From one insert to the next: the first of a quiet moment does not wait, those of a busy one go together. */
const COMPASSO_MS = 40

/**
 * Webhooks that arrive while a write is under way go together in the next one: one commit and one notification
 * for many, so intake does not wait for a disk turn each. Each caller returns when what it brought is stored.
 */
export function criarColetor(db: Db, agora: () => Date): (eventos: EventoRecebido[]) => Promise<void> {
  let fila: Espera[] = []
  let gravando = false

  async function gravar() {
    gravando = true
    while (fila.length > 0) {
      const vez = esperar(COMPASSO_MS)
      const lote = tomarLote()
      try {
        await guardarEventos(db, semRepetidos(lote), agora())
        for (const { pronto } of lote) pronto()
      } catch (erro) {
        await umPorUm(lote, erro)
      }
      await vez
    }
    gravando = false
  }

  function tomarLote(): Espera[] {
    let linhas = 0
    const corte = fila.findIndex((espera) => {
      linhas += espera.eventos.length
      return linhas > LOTE
    })
    const quantos = corte === -1 ? fila.length : Math.max(1, corte)
    const lote = fila.slice(0, quantos)
    fila = fila.slice(quantos)
    return lote
  }

  /** What one brought must not be the others' failure. */
  async function umPorUm(lote: Espera[], erro: unknown) {
    if (lote.length === 1) return lote[0]!.falhou(erro)
    for (const { eventos, pronto, falhou } of lote) {
      await guardarEventos(db, semRepetidos([{ eventos }]), agora()).then(pronto, falhou)
    }
  }

  return (eventos) =>
    new Promise((pronto, falhou) => {
      fila.push({ eventos, pronto, falhou })
      if (!gravando) void gravar()
    })
}

/** One statement cannot meet the same key twice. */
const semRepetidos = (lote: Pick<Espera, 'eventos'>[]): EventoRecebido[] => [
  ...new Map(lote.flatMap(({ eventos }) => eventos).map((evento) => [evento.chave, evento])).values(),
]

/** Meta repeats a webhook for 7 days at most; after a month what was processed serves nobody. */
const GUARDAR_MS = 30 * 24 * 3_600_000
const APAGAR_DE_UMA_VEZ = 10_000

/**
 * Deletes what was processed long ago, a batch a statement, so that nothing waits for it. Walks from the oldest row,
 * since the table may be large, to the first batch that holds nothing that old; what was set aside stays.
 */
export async function esquecerEventos(db: Db, agora: Date): Promise<number> {
  const antes = new Date(agora.getTime() - GUARDAR_MS)
  await db.deleteFrom('webhook_recusado').where('hora', '<', antes.toISOString()).execute()
  for (let apagados = 0, depoisDe = 0; ; ) {
    const { rows } = await sql<{ ultimo: number | null; haVelhos: boolean; apagados: number }>`
      with lote as (
        select id, recebido_em, processado_em from evento_whatsapp where id > ${depoisDe} order by id limit ${APAGAR_DE_UMA_VEZ}
      ), mortos as (
        delete from evento_whatsapp where id in (select id from lote where processado_em < ${antes}) returning id
      )
      select max(id) as ultimo, coalesce(bool_or(recebido_em < ${antes}), false) as "haVelhos",
        (select count(*) from mortos) as apagados
      from lote`.execute(db)
    const { ultimo, haVelhos, apagados: destes } = rows[0]!
    apagados += destes
    if (ultimo === null || !haVelhos) return apagados
    depoisDe = ultimo
  }
}
