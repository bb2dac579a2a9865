import { setTimeout as pausa } from 'node:timers/promises'
import type pg from 'pg'
import { FalhaAoIniciar } from '#server/db/falha-ao-iniciar.ts'
import { VAZIO } from '#server/db/identidade.ts'
import { tomarTrava } from '#server/db/migrar.ts'

/** The option that allows deleting what a database holds. */
export const APAGAR = '--apagar-o-que-ha'

const TENTATIVAS = 20
const PAUSA_MS = 150

/**
 * Takes the database for this session alone, and refuses while a node works on it: one that starts now waits until the
 * session ends. One that is just leaving is waited for.
 */
export async function exigirParado(cliente: pg.Client): Promise<void> {
  let travado = false
  for (let vez = 0; vez < TENTATIVAS; vez += 1) {
    travado ||= await tomarTrava(cliente)
    if (travado && !(await temNo(cliente))) return
    await pausa(PAUSA_MS)
  }
  throw new FalhaAoIniciar('O sistema está em execução neste banco de dados: pare todos os nós e tente de novo.')
}

async function temNo(cliente: pg.Client): Promise<boolean> {
  const { rows } = await cliente.query<{ tem: boolean }>(
    `select exists (select from pg_stat_activity
      where datname = current_database() and application_name = 'cobranca' and pid <> pg_backend_pid()) as tem`,
  )
  return rows[0]!.tem
}

/** Always refuses another program's tables, and a company's unless `apagar` allows deleting them; null: nobody was asked. */
export async function exigirVazio(cliente: pg.Client, apagar: boolean | null): Promise<void> {
  const { rows } = await cliente.query<{ nome: string; tabelas: number; nosso: boolean }>(`
    select current_database() as nome, count(*)::int as tabelas, to_regclass('migracao') is not null as nosso
    from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`)
  const { nome, tabelas, nosso } = rows[0]!
  if (tabelas === 0) return
  if (!nosso)
    throw new FalhaAoIniciar(
      `O banco de dados ${nome} tem tabelas que não são deste sistema. Crie um banco vazio (createdb) e aponte DATABASE_URL para ele. Nada foi alterado.`,
    )
  const { rows: vazio } = await cliente.query<{ vazio: boolean }>(VAZIO)
  if (apagar || vazio[0]!.vazio) return
  const comApagar = apagar === null ? '' : `; para apagar tudo o que ele tem, acrescente ${APAGAR}`
  throw new FalhaAoIniciar(
    `O banco de dados ${nome} já é de uma empresa. Escolha um vazio (outro DATA_DIR, ou outro banco em DATABASE_URL)${comApagar}. Nada foi alterado.`,
  )
}
