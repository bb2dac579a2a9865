import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { listarPromessas, Promessa } from '#contract/promessas.ts'
import { emReais } from '#domain/dinheiro.ts'
import { clientesAchados } from '#server/clientes/busca.queries.ts'
import { camposDaPagina, percorrer } from '#server/db/pagina.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'

type Consulta = z.output<typeof listarPromessas.schema.querystring>
type Filtros = Omit<Consulta, 'page' | 'per_page'>

/** Whose promises are seen: an operator's own customers' and nobody's; everyone's when undefined. */
export interface Visao {
  db: Db | Trx
  operadorId?: number | undefined
}

/** One customer's promises, the latest first. */
export const promessasDe = (db: Db | Trx, clienteId: number): Promise<Promessa[]> =>
  ler(db, sql`promessa p join cliente on cliente.id = p.cliente_id where p.cliente_id = ${clienteId}`, sql`p.id desc`)

export async function verPromessa(db: Db | Trx, id: number): Promise<Promessa> {
  const [promessa] = await ler(
    db,
    sql`promessa p join cliente on cliente.id = p.cliente_id where p.id = ${id}`,
    sql`p.id`,
  )
  return promessa!
}

/** A page of the promises one sees: by the day they speak of, the latest first. */
export async function listar({ db, operadorId }: Visao, consulta: Consulta) {
  const achadas = filtradas(operadorId, consulta)
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${achadas}`.execute(db)
  const pular = (consulta.page - 1) * consulta.per_page
  return {
    data: await ler(db, achadas, ORDEM, consulta.per_page, pular),
    ...camposDaPagina(consulta, rows[0]!.total),
  }
}

/** All that `listar` finds, in its order. */
export const percorrerPromessas = ({ db, operadorId }: Visao, filtros: Filtros) =>
  percorrer<Promessa>((depoisDe, limite) => {
    const achadas = filtradas(operadorId, filtros)
    const resto = depoisDe ? sql`${achadas} and (p.ate, p.id) < (${depoisDe.ate}::date, ${depoisDe.id})` : achadas
    return ler(db, resto, ORDEM, limite)
  })

const ORDEM = sql`p.ate desc, p.id desc`

function filtradas(operadorId: number | undefined, { busca, status, de, ate }: Filtros): RawBuilder<unknown> {
  const condicoes = [
    sql`true`,
    ...(operadorId === undefined ? [] : [sql`(cliente.operador_id = ${operadorId} or cliente.operador_id is null)`]),
    ...(status ? [sql`p.status = any(${status}::text[])`] : []),
    ...(de ? [sql`p.ate >= ${de}::date`] : []),
    ...(ate ? [sql`p.ate <= ${ate}::date`] : []),
  ]
  return sql`promessa p join ${clientesAchados(busca)} on cliente.id = p.cliente_id
    where ${sql.join(condicoes, sql` and `)}`
}

type Lida = Linha<'promessa'> & { nome: string; autor: string | null; contas: number[] }

async function ler(
  db: Db | Trx,
  achadas: RawBuilder<unknown>,
  ordem: RawBuilder<unknown>,
  limite: number | null = null,
  pular = 0,
): Promise<Promessa[]> {
  const { rows } = await sql<Lida>`
    select p.*, cliente.nome, (select name from usuario where id = p.usuario_id) as autor,
      (select jsonb_agg(conta_id order by conta_id) from promessa_conta where promessa_id = p.id) as contas
    from ${achadas} order by ${ordem} limit ${limite} offset ${pular}`.execute(db)
  return rows.map(naApi)
}

const naApi = (linha: Lida): Promessa => ({
  id: linha.id,
  contas: linha.contas,
  valor: emReais(linha.valor_centavos),
  valor_pago: emReais(linha.pago_centavos),
  ate: linha.ate,
  limite: linha.limite,
  status: linha.status,
  origem: linha.origem,
  observacao: linha.observacao,
  motivo: linha.motivo,
  autor: linha.usuario_id === null ? null : { id: linha.usuario_id, name: linha.autor ?? '' },
  cliente: { id: linha.cliente_id, nome: linha.nome },
  created_at: linha.criada_em,
  encerrada_em: linha.encerrada_em,
})
