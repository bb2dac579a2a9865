import { type RawBuilder, sql } from 'kysely'
import type { OrigemDeEvento } from '#domain/entrada.ts'
import { semEnderecos } from '#domain/link.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { canalDaEntrada, type EventoRecebido } from './origem.ts'

/**
 * On a repeated event: WhatsApp's are processed once. Of a Pix only the id counts: when repeated, the PSP is asked
 * again, because it may know more by then; of one that waits, or is being asked about, the row is written anew (`deNovo`).
 */
const REPETIDO: Record<OrigemDeEvento, RawBuilder<unknown>> = {
  whatsapp: sql`do nothing`,
  pix: sql`do update set processado_em = null, posto_de_lado_em = null, sem_efeito = false,
          tentativas = case when evento_recebido.processado_em is null then evento_recebido.tentativas else 0 end,
          proxima_em = case when evento_recebido.processado_em is null then evento_recebido.proxima_em end,
          erro = case when evento_recebido.processado_em is null then evento_recebido.erro end
        where evento_recebido.processado_em is not null or evento_recebido.posto_de_lado_em is null`,
}

/**
 * Stores a system's events, each once, and wakes its worker; one statement, durable when it returns. Events without effect
 * (`semEfeito`) are stored as done.
 */
export async function guardarEventos(
  db: Db | Trx,
  origem: OrigemDeEvento,
  recebidos: readonly EventoRecebido[],
  agora: Date,
): Promise<void> {
  if (recebidos.length === 0) return
  // No row is touched twice by one statement.
  const eventos = [...Map.groupBy(recebidos, ({ chave }) => chave).values()].map(([um]) => um!)
  const coluna = <T>(de: (evento: EventoRecebido) => T) => eventos.map(de)
  await sql`
    with novos as (
      insert into evento_recebido (origem, chave, tipo, ordem, contato_id, payload, meta_em, recebido_em,
        sem_efeito, erro, processado_em)
      select ${origem}, n.chave, n.tipo, n.ordem,
        coalesce((select id from contato where canonico = n.canonico), (select id from contato where bsuid = n.bsuid)),
        n.payload::jsonb, n.meta_em, ${agora}, n.sem_efeito is not null, n.sem_efeito,
        case when n.sem_efeito is not null then ${agora}::timestamptz end
      from unnest(
        ${coluna((e) => e.chave)}::text[], ${coluna((e) => e.tipo)}::text[], ${coluna((e) => e.ordem)}::text[],
        ${coluna((e) => e.canonico ?? null)}::text[], ${coluna((e) => e.bsuid ?? null)}::text[],
        ${coluna((e) => semEnderecos(JSON.stringify(e.payload)))}::text[], ${coluna((e) => e.metaEm)}::timestamptz[],
        ${coluna((e) => e.semEfeito)}::text[]
      ) as n(chave, tipo, ordem, canonico, bsuid, payload, meta_em, sem_efeito)
      on conflict (chave) ${REPETIDO[origem]}
      returning 1
    )
    select pg_notify(${canalDaEntrada(origem)}, '') from (select 1 from novos limit 1) as algum`.execute(db)
}

const APAGAR_DE_UMA_VEZ = 10_000

/**
 * Deletes events that were processed before an instant, one batch per statement, so that nothing waits for it. Walks the large
 * table from the oldest row to the first batch without anything that old; events set aside stay. `seguir` is asked before each batch.
 */
export async function esquecerEventos(
  db: Db,
  antesDe: RawBuilder<string>,
  seguir: () => boolean | Promise<boolean> = () => true,
): Promise<number> {
  await sql`delete from webhook_recusado where hora < ${antesDe}`.execute(db)
  let apagados = 0
  for (let depoisDe = 0; await seguir(); ) {
    const { rows } = await sql<{ ultimo: number | null; haVelhos: boolean; apagados: number }>`
      with lote as (
        select id, recebido_em, processado_em from evento_recebido where id > ${depoisDe} order by id limit ${APAGAR_DE_UMA_VEZ}
      ), mortos as (
        delete from evento_recebido where id in (select id from lote where processado_em < ${antesDe}) returning id
      )
      select max(id) as ultimo, coalesce(bool_or(recebido_em < ${antesDe}), false) as "haVelhos",
        (select count(*) from mortos) as apagados
      from lote`.execute(db)
    const { ultimo, haVelhos, apagados: destes } = rows[0]!
    apagados += destes
    if (ultimo === null || !haVelhos) break
    depoisDe = ultimo
  }
  return apagados
}
