import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { listarNegociacoesAdmin, Negociacao, NegociacaoDeCliente } from '#contract/negociacoes.ts'
import { statusNoDia } from '#domain/conta.ts'
import type { Dia } from '#domain/data.ts'
import { emReais } from '#domain/dinheiro.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { EM_ANDAMENTO, emEspera } from '#domain/negociacao.ts'
import type { Parcela as ParcelaDoAcordo } from '#domain/parcelas.ts'
import { clientesAchados } from '#server/clientes/busca.queries.ts'
import { contarComFolga, linhasDe } from '#server/db/folga.ts'
import { camposDaPagina, percorrerIds } from '#server/db/pagina.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { lerLista } from '#server/http/procurar.ts'

type Consulta = z.output<typeof listarNegociacoesAdmin.schema.querystring>
type Filtro = Pick<Consulta, 'busca' | 'status'>

/** A customer's agreements, newest first. */
export async function negociacoesDe(db: Db | Trx, clienteId: number, hoje: Dia): Promise<Negociacao[]> {
  const linhas = await comAutor(db)
    .where('negociacao.cliente_id', '=', clienteId)
    .orderBy('negociacao.id', 'desc')
    .execute()
  return completar(db, linhas, hoje)
}

/** The agreement under way: running, accepted and not yet paid, or waiting for approval; or null. */
export async function negociacaoEmAndamento(db: Db | Trx, clienteId: number, hoje: Dia): Promise<Negociacao | null> {
  const consulta = comAutor(db)
    .where('negociacao.cliente_id', '=', clienteId)
    .where('negociacao.status', 'in', EM_ANDAMENTO)
  return (await completar(db, (await preparada(db, consulta.compile())).rows, hoje))[0] ?? null
}

export async function verNegociacao(db: Db | Trx, id: number, hoje: Dia): Promise<Negociacao> {
  const linhas = await comAutor(db).where('negociacao.id', '=', id).execute()
  const [negociacao] = await completar(db, linhas, hoje)
  if (!negociacao) throw new Error(`negociacao ${id} was just written and is not there`)
  return negociacao
}

const comAutor = (db: Db | Trx) =>
  db
    .selectFrom('negociacao')
    .leftJoin('usuario', 'usuario.id', 'negociacao.usuario_id')
    .select(COLUNAS)
    .select('usuario.name as autor')

const COLUNAS = [
  'negociacao.id',
  'negociacao.cliente_id',
  'negociacao.status',
  'negociacao.valor_original_centavos',
  'negociacao.encargos_centavos',
  'negociacao.desconto_centavos',
  'negociacao.valor_negociado_centavos',
  'negociacao.observacao',
  'negociacao.usuario_id',
  'negociacao.motivo',
  'negociacao.criada_em',
  'negociacao.encerrada_em',
  'negociacao.origem',
  'negociacao.vence_em',
  'negociacao.parcelas_previstas',
  'negociacao.alem',
  'negociacao.decidida_por',
] as const

type DoAcordo<C> = C extends `negociacao.${infer N extends keyof Linha<'negociacao'>}` ? N : never
type ComAutor = Pick<Linha<'negociacao'>, DoAcordo<(typeof COLUNAS)[number]>> & { autor: string | null }

async function completar(db: Db | Trx, linhas: ComAutor[], hoje: Dia): Promise<Negociacao[]> {
  if (linhas.length === 0) return []
  const ids = linhas.map((linha) => linha.id)
  const parcelas = await lerParcelas(db, ids)
  const originais = await lerOriginais(db, ids)
  return linhas.map((linha) =>
    paraApi(
      linha,
      parcelas.filter((p) => p.acordo_id === linha.id),
      originais.filter((o) => o.negociacao_id === linha.id),
      hoje,
    ),
  )
}

type Parcela = Awaited<ReturnType<typeof lerParcelas>>[number]

const lerParcelas = (db: Db | Trx, ids: number[]) =>
  db
    .selectFrom('conta')
    .select(['id', 'acordo_id', 'parcela_numero', 'vencimento', 'vencimento_util', 'valor_centavos', 'situacao'])
    .select(sql<Dia | null>`coalesce(pago_em, paga_no_acordo_em)`.as('pago_em'))
    .select((eb) =>
      eb
        .selectFrom('pagamento_alocacao as a')
        .innerJoin('pagamento as p', 'p.id', 'a.pagamento_id')
        .whereRef('a.conta_id', '=', 'conta.id')
        .where('p.estornado_em', 'is', null)
        .select(sql<number>`coalesce(sum(a.principal_centavos + a.encargos_centavos), 0)::bigint`.as('recebido'))
        .as('recebido'),
    )
    .where('acordo_id', 'in', ids)
    .orderBy('parcela_numero')
    .execute()

const lerOriginais = (db: Db | Trx, ids: number[]) =>
  db
    .selectFrom('negociacao_conta')
    .select(['negociacao_id', 'conta_id'])
    .where('negociacao_id', 'in', ids)
    .orderBy('conta_id')
    .execute()

function paraApi(linha: ComAutor, parcelas: Parcela[], originais: { conta_id: number }[], hoje: Dia): Negociacao {
  return {
    id: linha.id,
    status: linha.status,
    valor_original: emReais(linha.valor_original_centavos),
    encargos: emReais(linha.encargos_centavos),
    desconto: emReais(linha.desconto_centavos),
    valor_negociado: emReais(linha.valor_negociado_centavos),
    valor_pago: emReais(parcelas.reduce((soma, parcela) => soma + (parcela.recebido ?? 0), 0)),
    parcelas: parcelas.length > 0 ? parcelas.map((parcela) => dita(parcela, hoje)) : previstas(linha),
    contas: originais.map((original) => original.conta_id),
    observacao: linha.observacao,
    motivo: linha.motivo,
    autor: linha.usuario_id === null || linha.autor === null ? null : { id: linha.usuario_id, name: linha.autor },
    created_at: linha.criada_em,
    encerrada_em: linha.encerrada_em,
    origem: linha.origem,
    vence_em: linha.vence_em,
    alem: linha.alem ?? [],
  }
}

const dita = (parcela: Parcela, hoje: Dia): Negociacao['parcelas'][number] => ({
  numero: parcela.parcela_numero ?? 0,
  vencimento: parcela.vencimento,
  valor: emReais(parcela.valor_centavos),
  status: statusNoDia({ situacao: parcela.situacao, vencimentoUtil: parcela.vencimento_util }, hoje),
  pago_em: parcela.pago_em,
  conta_id: parcela.id,
})

/** What is agreed on while no account stands for it, or never did. */
const previstas = ({ status, parcelas_previstas }: ComAutor): Negociacao['parcelas'] =>
  lerPrevistas(parcelas_previstas).map(({ numero, vencimento, valorCentavos }) => ({
    numero,
    vencimento,
    valor: emReais(valorCentavos),
    status: emEspera({ status }) ? 'em_aberto' : 'cancelada',
    pago_em: null,
    conta_id: null,
  }))

export const lerPrevistas = (guardadas: unknown): ParcelaDoAcordo[] => (guardadas as ParcelaDoAcordo[] | null) ?? []

/** A page of everybody's agreements, the latest first. */
export async function listarDeTodos(db: Db, consulta: Consulta, hoje: Dia) {
  const achadas = filtradas(consulta)
  const contagem = sql<{ total: number; lidas: number }>`
    select count(*) as total, ${linhasDe('negociacao')} as lidas from ${achadas}`
  const onde = { db, busca: consulta.busca }
  const { total } = await contarComFolga(db, contagem.compile(db), async () => (await lerLista(onde, contagem))[0]!)
  const ids = await lerLista(
    onde,
    sql<{ id: number }>`select n.id from ${achadas} order by n.id desc
    limit ${consulta.per_page} offset ${(consulta.page - 1) * consulta.per_page}`,
  )
  const data = await comClientes(
    db,
    ids.map(({ id }) => id),
    hoje,
  )
  return { data, ...camposDaPagina(consulta, total) }
}

/** All that the filters find, some at a time, the latest first. */
export const percorrerDeTodos = (db: Db, filtro: Filtro, hoje: Dia): AsyncGenerator<NegociacaoDeCliente[]> =>
  percorrerIds(db, sql`select n.id from ${filtradas(filtro)} order by n.id desc`, (ids) => comClientes(db, ids, hoje))

function filtradas({ busca, status }: Filtro): RawBuilder<unknown> {
  const dosStatus = status ? sql`n.status = any(${status}::text[])` : sql`true`
  return sql`negociacao n join ${clientesAchados(busca)} on cliente.id = n.cliente_id where ${dosStatus}`
}

export async function verDeCliente(db: Db | Trx, id: number, hoje: Dia): Promise<NegociacaoDeCliente> {
  const [negociacao] = await comClientes(db, [id], hoje)
  if (!negociacao) throw new NaoEncontrado('Este acordo não existe.')
  return negociacao
}

async function comClientes(db: Db | Trx, ids: readonly number[], hoje: Dia): Promise<NegociacaoDeCliente[]> {
  if (ids.length === 0) return []
  const linhas = await comAutor(db)
    .innerJoin('cliente', 'cliente.id', 'negociacao.cliente_id')
    .leftJoin('usuario as decisor', 'decisor.id', 'negociacao.decidida_por')
    .select(['cliente.nome', 'decisor.name as decisor'])
    .where('negociacao.id', 'in', ids)
    .orderBy('negociacao.id', 'desc')
    .execute()
  const completas = await completar(db, linhas, hoje)
  return linhas.map(({ cliente_id, nome, decidida_por, decisor }, i) => ({
    ...completas[i]!,
    cliente: { id: cliente_id, nome },
    decidida_por: decidida_por === null ? null : { id: decidida_por, name: decisor ?? '' },
  }))
}
