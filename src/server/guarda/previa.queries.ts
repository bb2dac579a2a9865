import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { preverGuarda } from '#contract/guarda.ts'
import { type Dia, diaDe } from '#domain/data.ts'
import { eventosDesde, guardadoDesde, MAIS_CONTADOS_DA_GUARDA } from '#domain/guarda.ts'
import { inicioDoDia } from '#server/db/instante.ts'
import type { Db } from '#server/db/schema.ts'
import { BuscaDemorada } from '#server/http/falhas-do-ambiente.ts'
import { procurar } from '#server/http/procurar.ts'
import { criarVagas } from '#server/jobs/vagas.ts'
import { COM_ARQUIVO, COM_TEXTO, SEM_CASO } from './casos.ts'
import { candidatos } from './clientes.queries.ts'

type Prazos = z.output<typeof preverGuarda.schema.querystring>
type Previa = z.output<(typeof preverGuarda.schema.response)[200]>

interface Meios {
  db: Db
  agora: Date
  sinal: AbortSignal
  prazoMs?: number
  maximo?: number
}

/** One count at a time: it may pass over every message, on one of the searches' connections. */
const vaga = criarVagas(1)
const PRAZO_MS = 30_000

const DEMOROU =
  'A prévia demorou demais, e nada mudou. Tente de novo quando o sistema estiver mais livre, ou com um prazo de cada vez.'

/** What these limits would erase today, and what is as old but stays for an open case; changes nothing. */
export async function prever(meios: Meios, prazos: Prazos): Promise<Previa> {
  const hoje = diaDe(meios.agora)
  const { eventos_dias } = prazos
  const desde = (meses: number | null | undefined) => guardadoDesde(meses ?? null, hoje)
  try {
    return {
      mensagens: await contar(meios, desde(prazos.mensagens_meses), velhas(COM_TEXTO)),
      arquivos: await contar(meios, desde(prazos.arquivos_meses), velhas(COM_ARQUIVO)),
      clientes: await contar(meios, desde(prazos.clientes_meses), concluidos),
      eventos: await contar(meios, eventos_dias === undefined ? null : eventosDesde({ eventos_dias }, hoje), antigos),
    }
  } catch (erro) {
    throw erro instanceof BuscaDemorada ? new BuscaDemorada({ cause: erro }, DEMOROU) : erro
  }
}

/** The rows of one kind: those that would go, or those that stay. */
type Linhas = (antesDe: Dia, vao: boolean) => RawBuilder<unknown>

/** Whose old messages go, or were erased with their names, are fewer than the others, and found once for both parts. */
const velhas =
  (quais: RawBuilder<boolean>): Linhas =>
  (dia, vao) =>
    sql`
  select coalesce((m.midia->>'tamanho')::bigint, 0) as bytes from mensagem m
  where m.created_at < ${inicioDoDia(dia)} and ${quais} and ${
    vao
      ? sql`(m.cliente_id is null or m.cliente_id in (select id from soltos where anonimizado_em is null))`
      : sql`m.cliente_id is not null and m.cliente_id not in (select id from soltos)`
  }`

const concluidos: Linhas = (dia, vao) =>
  sql`select 0 as bytes from ${candidatos(dia)} and ${vao ? SEM_CASO : sql`not ${SEM_CASO}`}`

/** What was set aside, or waits, stays until somebody decides. */
const antigos: Linhas = (dia, vao) => sql`
  select 0 as bytes from evento_recebido where recebido_em < ${inicioDoDia(dia)}
    and coalesce(processado_em < ${inicioDoDia(dia)}, false) = ${vao}`

/** Each part is counted for itself: however much stays, what goes is told. */
async function contar(
  { db, sinal, prazoMs = PRAZO_MS, maximo = MAIS_CONTADOS_DA_GUARDA }: Meios,
  desde: Dia | null,
  linhas: Linhas,
) {
  if (desde === null) return null
  const ate = (vao: boolean) => sql`(${linhas(desde, vao)} limit ${maximo})`
  await vaga.entrar()
  try {
    const [contadas] = await procurar(
      { db, sinal, prazoMs },
      sql<{ apagaria: number; ficaria: number; bytes: number }>`
        with soltos as materialized (
          select c.id, c.anonimizado_em from cliente c where c.anonimizado_em is not null or ${SEM_CASO}
        )
        select vao.*, (select count(*) from ${ate(false)} as linhas) as ficaria
        from (select count(*) as apagaria, coalesce(sum(bytes), 0)::bigint as bytes from ${ate(true)} as linhas) as vao`,
    )
    return { antes_de: desde, ...contadas! }
  } finally {
    vaga.sair()
  }
}
