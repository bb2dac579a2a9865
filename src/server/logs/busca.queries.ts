import { type RawBuilder, sql } from 'kysely'
import { emQualquerParte, padraoDeBusca } from '#server/db/busca.ts'
import type { Db } from '#server/db/schema.ts'
import { type Meios, procurar } from '#server/http/procurar.ts'

/**
 * Actions logged for many at once in the same words: left out of the index of words (`log_busca`), and found by their
 * latest line.
 */
export const EM_MASSA = ['cliente.importar', 'cliente.atualizar'] as const
const FORA_DO_INDICE = sql.join(EM_MASSA.map((acao) => sql.lit(acao)))

/** A name matching more than this is checked entry by entry, newest first; a rarer one uses an index. */
const NOMES_RAROS = 2_000

/**
 * Searches text, action, author and customer. Names are resolved to ids first, since the log has none; each condition
 * can then use an index, alone or with the others.
 */
export async function comTexto(meios: Meios, busca: string): Promise<RawBuilder<boolean>> {
  const padrao = padraoDeBusca(busca)
  const formas = emQualquerParte(busca).map(padraoDeBusca)
  const noCliente = sql`(${sql.join(
    formas.map((forma) => sql`busca like ${forma}`),
    sql` or `,
  )})`
  const [acoes, usuarios, clientes, contas, motivos] = await Promise.all([
    acoesCom(meios, padrao),
    idsDe(meios, sql`select id from usuario where normalizar(name || ' ' || email) like ${padrao}`),
    idsDe(meios, sql`select id from cliente where ${noCliente} limit ${sql.lit(NOMES_RAROS + 1)}`),
    UMA_OU_DUAS_LETRAS.test(busca) ? SEM_CONTAS : contasCom(meios, padrao),
    idsDe(meios, sql`select log_id as id from log_motivo where normalizar(motivo) like ${padrao}`),
  ])
  // Conditions that cannot match are left out.
  const condicoes = [sql`(acao not in (${FORA_DO_INDICE}) and normalizar(descricao) like ${padrao})`]
  if (acoes.length > 0) condicoes.unshift(sql`acao = any(${acoes}::text[])`)
  if (usuarios.length > 0) condicoes.unshift(sql`usuario_id = any(${usuarios}::bigint[])`)
  if (motivos.length > 0) condicoes.push(sql`id = any(${motivos}::bigint[])`)
  if (clientes.length > NOMES_RAROS)
    condicoes.push(sql`(entidade = 'cliente' and (select ${noCliente} from cliente c where c.id = log.entidade_id))`)
  else if (clientes.length > 0) condicoes.push(sql`(entidade = 'cliente' and entidade_id = any(${clientes}::bigint[]))`)
  if (contas.ids.length > 0)
    condicoes.push(sql`(entidade = 'cliente' and entidade_id = any(${contas.clientes}::bigint[]) and acao like 'conta.%'
      and (dados ->> 'conta')::bigint = any(${contas.ids}::bigint[]))`)
  return sql<boolean>`(${sql.join(condicoes, sql` or `)})`
}

/** Almost no account number has them, or almost all: no index finds those that do. */
const UMA_OU_DUAS_LETRAS = /^\s*\p{L}{1,2}\s*$/u
const SEM_CONTAS = { ids: [], clientes: [] }

/** Accounts by number, since lines hold their ids; a number that too many have finds none. */
async function contasCom(meios: Meios, padrao: RawBuilder<string>) {
  const contas = await procurar(
    meios,
    sql<{ id: number; cliente_id: number }>`
    select id, cliente_id from conta where ' ' || normalizar(numero) like ${padrao} limit ${sql.lit(NOMES_RAROS + 1)}`,
  )
  const raras = contas.length <= NOMES_RAROS ? contas : []
  return { ids: raras.map(({ id }) => id), clientes: [...new Set(raras.map((uma) => uma.cliente_id))] }
}

async function idsDe(meios: Meios, consulta: RawBuilder<unknown>): Promise<number[]> {
  return (await procurar(meios, sql<{ id: number }>`${consulta}`)).map(({ id }) => id)
}

async function acoesCom(meios: Meios, padrao: RawBuilder<string>): Promise<string[]> {
  const acoes = await procurar(
    meios,
    sql<{ acao: string }>`
    select acao from (${ACOES}) as todas where acao like ${padrao}
      or (acao in (${FORA_DO_INDICE}) and (
        select normalizar(descricao) from log where log.acao = todas.acao order by created_at desc, id desc limit 1) like ${padrao})`,
  )
  return acoes.map(({ acao }) => acao)
}

/** Every action that occurs, in order: hops along the index from one to the next instead of reading the log. */
const ACOES = sql`
  with recursive acoes as (
    (select acao from log order by acao limit 1)
    union all
    select (select l.acao from log l where l.acao > a.acao order by l.acao limit 1) from acoes a where a.acao is not null
  )
  select acao from acoes where acao is not null`

export async function buscarAcoes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ acao: string }>`${ACOES}`.execute(db)
  return rows.map(({ acao }) => acao)
}
