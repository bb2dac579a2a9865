import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Contestacao, listarContestacoes } from '#contract/contestacoes.ts'
import { lerNumeroDaContestacao, numeroDaContestacao } from '#domain/contestacao.ts'
import { type Dia, diaDe, FUSO } from '#domain/data.ts'
import { type Centavos, emReais } from '#domain/dinheiro.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { clientesAchados } from '#server/clientes/busca.queries.ts'
import { visivelPara } from '#server/clientes/clientes.queries.ts'
import { contarComFolga, linhasDe } from '#server/db/folga.ts'
import { camposDaPagina, percorrerIds } from '#server/db/pagina.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { type Leitura, lerLista } from '#server/http/procurar.ts'
import type { Midia } from '#server/saida/midia.ts'

type Consulta = z.output<typeof listarContestacoes.schema.querystring>
type Filtros = Omit<Consulta, 'page' | 'per_page'>

/** Whose disputes are seen: an operator's own customers' and nobody's; everyone's when undefined. */
export interface Visao {
  db: Db | Trx
  hoje: Dia
  operadorId?: number | undefined
}

const TODAS = sql`contestacao d join cliente on cliente.id = d.cliente_id`

/** One customer's disputes, the latest first. */
export const contestacoesDe = (db: Db | Trx, clienteId: number): Promise<Contestacao[]> =>
  ler({ db }, sql`${TODAS} where d.cliente_id = ${clienteId}`, sql`d.id desc`)

export async function verContestacao(db: Db | Trx, id: number): Promise<Contestacao> {
  const [contestacao] = await ler({ db }, sql`${TODAS} where d.id = ${id}`, sql`d.id`)
  return contestacao!
}

/** A page of the disputes visible to the user, open ones first by deadline, with the total over all that match, cached when there are many. */
export async function listar(visao: Visao, consulta: Consulta) {
  const { db, operadorId } = visao
  const achadas = filtradas(visao, consulta)
  const contagem = sql<{ total: number; lidas: number; soma: Centavos }>`
    select count(*) as total, ${linhasDe('contestacao')} as lidas, coalesce(sum((select sum(devido_centavos) from contestacao_conta
      where contestacao_id = d.id)), 0)::bigint as soma from ${achadas}`
  const onde = { db, busca: consulta.busca }
  const contar = async () => (await lerLista(onde, contagem))[0]!
  const { total, soma } = await contarComFolga(db, contagem.compile(db), contar)
  const pular = (consulta.page - 1) * consulta.per_page
  const lidas = await ler(onde, achadas, ORDEM, consulta.per_page, pular)
  return {
    data: operadorId === undefined ? lidas.map(paraAdmin) : lidas,
    soma: emReais(soma),
    ...camposDaPagina(consulta, total),
  }
}

/** An operator's address opens for no administrator. */
const paraAdmin = (contestacao: Contestacao): Contestacao => ({
  ...contestacao,
  arquivo_url: contestacao.arquivo_url && `/api/admin/contestacoes/${contestacao.id}/arquivo`,
})

/** All that `listar` finds, in its order. */
export const percorrerContestacoes = (visao: Visao, filtros: Filtros) =>
  percorrerIds(visao.db, sql`select d.id from ${filtradas(visao, filtros)} order by ${ORDEM}`, (ids, ordem) =>
    ler({ db: visao.db }, sql`${TODAS} where d.id = any(${ids}::bigint[])`, ordem(sql`d.id`)),
  )

/** In the words of its index, `contestacao_em_ordem`. */
const ORDEM = sql`d.encerrada_em is not null, case when d.encerrada_em is null then d.prazo end, d.id desc`

function filtradas({ operadorId, hoje }: Visao, filtros: Filtros): RawBuilder<unknown> {
  const { busca, status, motivo, atrasadas, ...semCondicao } = filtros
  // A filter without a condition here would find everything: it does not compile.
  semCondicao satisfies Record<string, never>
  const condicoes = [
    visivelPara(operadorId),
    ...(status ? [sql`d.status = any(${status}::text[])`] : []),
    ...(motivo ? [sql`d.motivo = ${motivo}`] : []),
    ...(atrasadas ? [sql`d.encerrada_em is null and d.prazo < ${hoje}::date`] : []),
  ]
  return sql`${contestacoesAchadas(busca)} where ${sql.join(condicoes, sql` and `)}`
}

/** Of the customers found, and the one whose number was typed, which its customer quotes. */
function contestacoesAchadas(busca: string | undefined): RawBuilder<unknown> {
  const dosClientes = sql`contestacao d join ${clientesAchados(busca)} on cliente.id = d.cliente_id`
  const citada = lerNumeroDaContestacao(busca ?? '')
  if (!citada) return dosClientes
  return sql`${TODAS} and d.id in (
    select id from contestacao where id = ${citada.id}
      and extract(year from criada_em at time zone ${sql.lit(FUSO)}) = ${citada.ano}
    union all select d.id from ${dosClientes})`
}

type Lida = Linha<'contestacao'> & {
  nome: string
  autor: string | null
  contas: number[]
  devido: number
  operador: { id: number; name: string } | null
}

async function ler(
  onde: Leitura,
  achadas: RawBuilder<unknown>,
  ordem: RawBuilder<unknown>,
  limite: number | null = null,
  pular = 0,
): Promise<Contestacao[]> {
  const linhas = await lerLista(
    onde,
    sql<Lida>`
    select d.*, (select name from usuario where id = d.usuario_id) as autor,
      (select jsonb_agg(conta_id order by conta_id) from contestacao_conta where contestacao_id = d.id) as contas,
      (select sum(devido_centavos)::bigint from contestacao_conta where contestacao_id = d.id) as devido,
      (select jsonb_build_object('id', id, 'name', name) from usuario where id = d.dono) as operador
    from (select d.*, cliente.nome, cliente.operador_id as dono
      from ${achadas} order by ${ordem} limit ${limite} offset ${pular}) as d order by ${ordem}`,
  )
  return linhas.map(naApi)
}

const naApi = (linha: Lida): Contestacao => ({
  id: linha.id,
  numero: numeroDaContestacao(linha.id, diaDe(linha.criada_em)),
  contas: linha.contas,
  valor: emReais(linha.devido),
  motivo: linha.motivo,
  texto: linha.texto,
  arquivo_url:
    linha.arquivo === null ? null : `/api/operador/clientes/${linha.cliente_id}/contestacoes/${linha.id}/arquivo`,
  status: linha.status,
  prazo: linha.prazo,
  resposta: linha.resposta,
  origem: linha.origem,
  autor: linha.usuario_id === null ? null : { id: linha.usuario_id, name: linha.autor ?? '' },
  cliente: { id: linha.cliente_id, nome: linha.nome },
  operador: linha.operador,
  created_at: linha.criada_em,
  encerrada_em: linha.encerrada_em,
})

/** The file of a dispute; `clienteId`: only of this customer, whom the operator may see (an administrator may open any). */
export async function arquivoDa(db: Db, id: number, clienteId?: number): Promise<Midia & { arquivo: string }> {
  const achada = await db
    .selectFrom('contestacao')
    .select('arquivo')
    .where('id', '=', id)
    .$if(clienteId !== undefined, (busca) => busca.where('cliente_id', '=', clienteId!))
    .executeTakeFirst()
  const arquivo = achada?.arquivo as (Midia & { arquivo: string }) | null | undefined
  if (!arquivo) throw new NaoEncontrado('Esta contestação não tem um arquivo para abrir.')
  return arquivo
}
