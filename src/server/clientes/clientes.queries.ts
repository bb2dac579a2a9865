import { type Expression, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { clientesAdmin, clientesAguardando, clientesAtivos, clientesConcluidos } from '#contract/clientes.ts'
import { STATUS_CLIENTE, type StatusCliente } from '#domain/cliente.ts'
import { emReais } from '#domain/dinheiro.ts'
import { camposDaPagina } from '#server/db/pagina.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { comBusca } from './busca.queries.ts'
import { type Contexto, lerClientes } from './cliente.queries.ts'

type Consulta<R extends { schema: { querystring: z.ZodType } }> = z.output<R['schema']['querystring']>

const ATIVOS: StatusCliente[] = ['ativo', 'em_atendimento', 'negociado', 'pausado']
const FALHAS = 3

/** Visible customers that are being collected or served: one's own first, unread first, then most days late. */
export async function listarAtivos(contexto: Contexto, operadorId: number, consulta: Consulta<typeof clientesAtivos>) {
  const { carteira, status } = consulta
  const minha = sql<SqlBool>`cliente.operador_id = ${operadorId}`
  const livre = sql<SqlBool>`cliente.operador_id is null`
  const dono = { minha, livre, todas: sql<SqlBool>`(${minha} or ${livre})` }[carteira]
  const { resumo, ...pagina } = await buscar(contexto, consulta, {
    onde: [dono, comStatus(ATIVOS), ...(status ? [comStatus([status])] : [])],
    ordem: sql`cliente.operador_id is null, cliente.nao_lidas = 0, cliente.vencimento_mais_antigo, cliente.id`,
  })
  return { ...pagina, com_falhas: resumo.com_falhas }
}

/** Completed customers, one's own and nobody's: unread first, then the latest. */
export async function listarConcluidos(
  contexto: Contexto,
  operadorId: number,
  consulta: Consulta<typeof clientesConcluidos>,
) {
  const { resumo: _, ...pagina } = await buscar(contexto, consulta, {
    onde: [
      visivelPara(operadorId),
      comStatus(['concluido']),
      ...(consulta.status ? [comStatus([consulta.status])] : []),
    ],
    ordem: sql`cliente.nao_lidas = 0, cliente.concluido_em desc nulls last, cliente.id desc`,
  })
  return pagina
}

/** The queue: broken agreements first, then whoever waits longest. */
export async function listarAguardando(
  contexto: Contexto,
  operadorId: number,
  consulta: Consulta<typeof clientesAguardando>,
) {
  const { status, motivo } = consulta
  const { resumo: _, ...pagina } = await buscar(contexto, consulta, {
    onde: [
      visivelPara(operadorId),
      comStatus(['aguardando_atendimento']),
      ...(status ? [comStatus([status])] : []),
      ...(motivo ? [sql<SqlBool>`cliente.aguardando_motivo = ${motivo}`] : []),
    ],
    ordem: sql`cliente.aguardando_motivo <> 'acordo_quebrado', cliente.aguardando_desde, cliente.id`,
  })
  return pagina
}

/** Every customer, most days late first, with the sum of what is open of all that the filters find. */
export async function listarTodos(
  contexto: Contexto,
  consulta: Omit<Consulta<typeof clientesAdmin>, 'status'> & { status?: StatusCliente | undefined },
) {
  const { status, operador_id: dono } = consulta
  const { resumo, ...pagina } = await buscar(contexto, consulta, {
    onde: [
      ...(status ? [comStatus([status])] : []),
      ...(dono === 'nenhum' ? [sql<SqlBool>`cliente.operador_id is null`] : []),
      ...(typeof dono === 'number' ? [sql<SqlBool>`cliente.operador_id = ${dono}`] : []),
    ],
    ordem: sql`cliente.vencimento_mais_antigo, cliente.id`,
  })
  return { ...pagina, soma: emReais(resumo.soma) }
}

/** How many customers there are in each status. */
export async function contarPorStatus(db: Db): Promise<Record<StatusCliente, number>> {
  const { rows } = await sql<{ status: StatusCliente; total: number }>`
    select status, count(*) as total from cliente group by status`.execute(db)
  const contados = new Map(rows.map((linha) => [linha.status, linha.total]))
  return Object.fromEntries(STATUS_CLIENTE.map((status) => [status, contados.get(status) ?? 0])) as Record<
    StatusCliente,
    number
  >
}

const comStatus = (status: readonly StatusCliente[]) => sql<SqlBool>`cliente.status = any(${status}::text[])`

/** An operator sees their own customers and nobody's. */
export const visivelPara = (operadorId: number) =>
  sql<SqlBool>`(cliente.operador_id = ${operadorId} or cliente.operador_id is null)`

/** The condition of a list's filters, with the search by account number too. */
export const comFiltro = (onde: Expression<SqlBool>[], busca: string | undefined) =>
  sql<SqlBool>`${sql.join([...onde, comBusca(busca, comNumeroDeConta)], sql` and `)}`

const comNumeroDeConta = (padrao: Expression<string>) =>
  sql<boolean>`exists (select 1 from conta where conta.cliente_id = cliente.id and (' ' || normalizar(conta.numero)) like ${padrao})`

/**
 * One page of any list: ids by the filters and a total order first, and only then everything about those few. The
 * counts over the whole filtered list come from the same condition, so they can never disagree with the pages.
 */
async function buscar(
  contexto: Contexto,
  { page, per_page, busca }: { page: number; per_page: number; busca?: string | undefined },
  { onde, ordem }: { onde: Expression<SqlBool>[]; ordem: Expression<unknown> },
) {
  const filtro = comFiltro(onde, busca)
  const [resumo, ids] = await Promise.all([
    resumir(contexto.db, filtro),
    sql<{ id: number }>`select id from cliente where ${filtro}
      order by ${ordem} limit ${per_page} offset ${(page - 1) * per_page}`.execute(contexto.db),
  ])
  const data = await lerClientes(
    contexto,
    ids.rows.map(({ id }) => id),
  )
  return { data, ...camposDaPagina({ page, per_page }, resumo.total), resumo }
}

async function resumir(db: Db | Trx, filtro: Expression<SqlBool>) {
  const { rows } = await sql<{ total: number; com_falhas: number; soma: number }>`
    select count(*) as total, count(*) filter (where numero_chamadas >= ${sql.lit(FALHAS)}) as com_falhas,
      coalesce(sum(aberto_centavos), 0)::bigint as soma
    from cliente where ${filtro}`.execute(db)
  return rows[0] ?? { total: 0, com_falhas: 0, soma: 0 }
}
