import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { listarPromessas, Promessa } from '#contract/promessas.ts'
import { type Centavos, emReais } from '#domain/dinheiro.ts'
import type { OrdemDePromessa } from '#domain/promessa.ts'
import { clientesAchados } from '#server/clientes/busca.queries.ts'
import { visivelPara } from '#server/clientes/clientes.queries.ts'
import { contarComFolga, linhasDe } from '#server/db/folga.ts'
import { inicioDoDia } from '#server/db/instante.ts'
import { camposDaPagina, percorrerIds } from '#server/db/pagina.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { type Leitura, lerLista } from '#server/http/procurar.ts'

type Consulta = z.output<typeof listarPromessas.schema.querystring>
type Filtros = Omit<Consulta, 'page' | 'per_page'>

/** Whose promises are seen: an operator's own customers' and nobody's; everyone's when undefined. */
export interface Visao {
  db: Db | Trx
  operadorId?: number | undefined
}

const TODAS = sql`promessa p join cliente on cliente.id = p.cliente_id`

/** One customer's promises, the latest first. */
export const promessasDe = (db: Db | Trx, clienteId: number): Promise<Promessa[]> =>
  ler({ db }, sql`${TODAS} where p.cliente_id = ${clienteId}`, sql`p.id desc`)

export async function verPromessa(db: Db | Trx, id: number): Promise<Promessa> {
  const [promessa] = await ler({ db }, sql`${TODAS} where p.id = ${id}`, sql`p.id`)
  return promessa!
}

/** A page of the promises visible to the user, with the total over all that match, cached when there are many. */
export async function listar({ db, operadorId }: Visao, consulta: Consulta) {
  const achadas = filtradas(operadorId, consulta)
  const contagem = sql<{ total: number; lidas: number; soma: Centavos; paga: Centavos }>`
    select count(*) as total, ${linhasDe('promessa')} as lidas, coalesce(sum(p.valor_centavos), 0)::bigint as soma,
      coalesce(sum(p.pago_centavos), 0)::bigint as paga from ${achadas}`
  const onde = { db, busca: consulta.busca }
  const contar = async () => (await lerLista(onde, contagem))[0]!
  const { total, soma, paga } = await contarComFolga(db, contagem.compile(db), contar)
  const pular = (consulta.page - 1) * consulta.per_page
  return {
    data: await ler(onde, achadas, ORDEM[consulta.ordenar], consulta.per_page, pular),
    soma: emReais(soma),
    soma_paga: emReais(paga),
    ...camposDaPagina(consulta, total),
  }
}

/** All that `listar` finds, in its order. */
export const percorrerPromessas = ({ db, operadorId }: Visao, filtros: Filtros) =>
  percorrerIds(
    db,
    sql`select p.id from ${filtradas(operadorId, filtros)} order by ${ORDEM[filtros.ordenar]}`,
    (ids, ordem) => ler({ db }, sql`${TODAS} where p.id = any(${ids}::bigint[])`, ordem(sql`p.id`)),
  )

const ORDEM: Record<OrdemDePromessa, RawBuilder<unknown>> = {
  ate: sql`p.ate, p.id`,
  '-ate': sql`p.ate desc, p.id desc`,
  valor: sql`p.valor_centavos, p.id`,
  '-valor': sql`p.valor_centavos desc, p.id desc`,
}

function filtradas(operadorId: number | undefined, filtros: Filtros): RawBuilder<unknown> {
  const { busca, status, de, ate, encerrada_de, encerrada_ate, ordenar, ...semCondicao } = filtros
  // A filter without a condition here would find everything: it does not compile.
  semCondicao satisfies Record<string, never>
  const condicoes = [
    visivelPara(operadorId),
    ...(status ? [sql`p.status = any(${status}::text[])`] : []),
    ...(de ? [sql`p.ate >= ${de}::date`] : []),
    ...(ate ? [sql`p.ate <= ${ate}::date`] : []),
    ...(encerrada_de ? [sql`p.encerrada_em >= ${inicioDoDia(encerrada_de)}`] : []),
    ...(encerrada_ate ? [sql`p.encerrada_em < ${inicioDoDia(encerrada_ate, 1)}`] : []),
  ]
  return sql`promessa p join ${clientesAchados(busca)} on cliente.id = p.cliente_id
    where ${sql.join(condicoes, sql` and `)}`
}

type Lida = Linha<'promessa'> & {
  nome: string
  autor: string | null
  contas: number[]
  operador: { id: number; name: string } | null
}

async function ler(
  onde: Leitura,
  achadas: RawBuilder<unknown>,
  ordem: RawBuilder<unknown>,
  limite: number | null = null,
  pular = 0,
): Promise<Promessa[]> {
  const linhas = await lerLista(
    onde,
    sql<Lida>`
    select p.*, (select name from usuario where id = p.usuario_id) as autor,
      (select jsonb_agg(conta_id order by conta_id) from promessa_conta where promessa_id = p.id) as contas,
      (select jsonb_build_object('id', id, 'name', name) from usuario where id = p.dono) as operador
    from (select p.*, cliente.nome, cliente.operador_id as dono
      from ${achadas} order by ${ordem} limit ${limite} offset ${pular}) as p order by ${ordem}`,
  )
  return linhas.map(naApi)
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
  operador: linha.operador,
  created_at: linha.criada_em,
  encerrada_em: linha.encerrada_em,
})
