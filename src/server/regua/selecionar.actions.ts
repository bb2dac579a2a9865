import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/db/schema.ts'
import { contasJulgadas } from './contas-julgadas.queries.ts'
import { type Faixa, faixasDe } from './faixa.ts'
import { fontesDaDecisao } from './fontes.queries.ts'
import type { Rodada } from './rodada.ts'
import { avaliacoes, rateio, sqlDecisao } from './selecao.ts'

/** Ids that one statement of a run looks at: a second or two of the database's processor, far from any limit. */
export const IDS_POR_FAIXA = 200_000

/**
 * Judges everybody: leaves the rows of `sqlDecisao` in a temporary table `decisao` until the transaction ends. A large
 * company is judged in ranges of ids, accounts first and then customers, so that no statement is long; limits that all
 * share are applied at the end.
 */
export async function selecionar(trx: Trx, rodada: Rodada, porFaixa = IDS_POR_FAIXA): Promise<void> {
  await prepararParaMuitos(trx)
  const contas = await faixas(trx, 'conta', porFaixa)
  const clientes = await faixas(trx, 'cliente', porFaixa)
  if (contas.length <= 1 && clientes.length <= 1) return criar(trx, 'decisao', sqlDecisao(rodada))
  const fontes = fontesDaDecisao(rodada)
  for (const [nome, fonte] of fontes) {
    await criar(trx, nome, fonte)
    await analisar(trx, nome)
  }
  for (const [i, faixa] of contas.entries()) await juntar(trx, 'conta_julgada', contasJulgadas({ ...rodada, faixa }), i)
  await sql`create index on conta_julgada (cliente_id)`.execute(trx)
  await sql`analyze conta_julgada (cliente_id)`.execute(trx)
  for (const [i, faixa] of clientes.entries()) {
    const telefones = await telefonesDe(trx, faixa)
    await juntar(trx, 'decisao', avaliacoes({ ...rodada, faixa, telefones }), i)
  }
  await sql`drop table conta_julgada, ${sql.join(fontes.map(([nome]) => sql.table(nome)))}`.execute(trx)
  await ratear(trx, rodada.momento.limite)
}

async function faixas(trx: Trx, tabela: 'conta' | 'cliente', porFaixa: number): Promise<Faixa[]> {
  const { rows } = await sql<{ primeiro: number; ultimo: number }>`
    select coalesce(min(id), 0) as primeiro, coalesce(max(id), 0) as ultimo from ${sql.table(tabela)}`.execute(trx)
  return faixasDe(rows[0]!.primeiro, rows[0]!.ultimo, porFaixa)
}

/**
 * The id range of four in five of a range's phones, by sampling: phones are created with their customers, and few change
 * later.
 */
async function telefonesDe(trx: Trx, { de, ate }: Faixa): Promise<Faixa> {
  const passo = Math.ceil((ate - de) / AMOSTRA)
  const { rows } = await sql<Faixa>`
    select coalesce(min(contato_id), 0) as de, coalesce(max(contato_id), 0) + 1 as ate from (
      select contato_id, percent_rank() over (order by contato_id) as posto
      from generate_series(${de}::bigint, ${ate - 1}::bigint, ${passo}::bigint) as amostra(id) join cliente using (id)
      where contato_id is not null
    ) as telefones where posto between 0.1 and 0.9`.execute(trx)
  return rows[0]!
}

const AMOSTRA = 1_000

/**
 * A million customers are sorted in memory; compiling the statement costs more than it gives, and of parallel workers each
 * would judge every account again for itself.
 */
async function prepararParaMuitos(trx: Trx): Promise<void> {
  await sql`set local jit = off`.execute(trx)
  await sql`set local max_parallel_workers_per_gather = 0`.execute(trx)
  await sql`set local work_mem = '128MB'`.execute(trx)
}

const criar = async (trx: Trx, tabela: string, consulta: RawBuilder<unknown>) =>
  void (await sql`create temp table ${sql.table(tabela)} on commit drop as ${consulta}`.execute(trx))

const juntar = async (trx: Trx, tabela: string, consulta: RawBuilder<unknown>, indice: number) =>
  indice === 0
    ? criar(trx, tabela, consulta)
    : void (await sql`insert into ${sql.table(tabela)} ${consulta}`.execute(trx))

const analisar = async (trx: Trx, tabela: string) => void (await sql`analyze ${sql.table(tabela)}`.execute(trx))

async function ratear(trx: Trx, limite: number | null): Promise<void> {
  await sql`alter table decisao add column ordem bigint`.execute(trx)
  await sql`
    update decisao d set ordem = r.ordem, motivo = r.motivo, detalhe = case when r.motivo = d.motivo then d.detalhe end
    from (${rateio('decisao', limite)}) as r
    where d.cliente_id = r.cliente_id`.execute(trx)
}
