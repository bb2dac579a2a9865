import { type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Conta, listarContas } from '#contract/contas-receber.ts'
import { STATUS_CLIENTE } from '#domain/cliente.ts'
import { diasDaFaixa, FAIXAS, faixaDe, retratar, type StatusConta } from '#domain/conta.ts'
import { type Dia, somarDias } from '#domain/data.ts'
import { emCentavos, emReais } from '#domain/dinheiro.ts'
import { diasAtraso, type Taxas } from '#domain/encargos.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { type ContaAchada, contasAchadas } from '#server/clientes/busca.queries.ts'
import { contar, type Donos, deDonos } from '#server/clientes/contagem.queries.ts'
import { lerTaxas } from '#server/configuracao/configuracao.queries.ts'
import { camposDaPagina, trechoDaPagina } from '#server/db/pagina.ts'
import type { Database, Db, Linha, Trx } from '#server/db/schema.ts'
import { contasACaminho } from '#server/regua/retencao.queries.ts'
import { PARCELAS } from '#server/saldo/parcelas.queries.ts'
import { CONTESTADA, PROMETIDA_ATE } from '#server/saldo/retida.queries.ts'
import { abertasPorDia, contarPorVencimento, VALE, type Vencimento } from './contagem.queries.ts'

type Filtro = z.output<typeof listarContas.schema.querystring>
type FiltroSemPagina = Omit<Filtro, 'page' | 'per_page'>

/** Whose accounts are seen: an operator's own customers' and nobody's; everyone's when undefined. */
export interface Visao {
  db: Db | Trx
  hoje: Dia
  operadorId?: number | undefined
}

/** A page of the accounts one sees, with the sum of all that the filters find: of what is open, what is left to pay. */
export async function buscarContas({ db, hoje, operadorId }: Visao, filtro: Filtro) {
  const { page, per_page } = filtro
  let achadas = filtradas(db, hoje, operadorId, filtro)
  let pular = (page - 1) * per_page
  const vencimentos = soDeDias(filtro)
    ? await contarPorVencimento(db, donosDe(operadorId), porSituacaoEDia(filtro, hoje), somada(filtro))
    : undefined
  const { total, soma } = vencimentos
    ? { total: somar(vencimentos, 'linhas'), soma: somar(vencimentos, 'soma') }
    : await achadas
        .select(sql<number>`count(*)`.as('total'))
        .select(sql<number>`coalesce(sum(${VALE}) filter (where ${somada(filtro)}), 0)::bigint`.as('soma'))
        .executeTakeFirstOrThrow()
  // The list is read only where the page lies: the due days before it are passed over by their counts.
  const trecho =
    vencimentos && !filtro.ordenar.endsWith('valor') && trechoDaPagina(emOrdem(vencimentos, filtro), filtro)
  if (trecho) {
    const [de, ate] = [trecho.primeiro.dia, trecho.ultimo.dia].sort()
    achadas = achadas.where('conta.vencimento', '>=', de!).where('conta.vencimento', '<=', ate!)
    pular = trecho.pular
  }
  const pagina = await emOrdemDe(achadas.select('conta.id'), filtro).limit(per_page).offset(pular).execute()
  return {
    data: await contasNaApi(db, await lerAchadas(db, pagina), hoje),
    ...camposDaPagina(filtro, total),
    soma: emReais(soma),
  }
}

const emOrdem = (vencimentos: Vencimento[], { ordenar }: Filtro) =>
  ordenar.startsWith('-') ? vencimentos.toReversed() : vencimentos

const LINHAS_POR_VEZ = 1000

/** Every account that the filters find, some at a time, however many there are. */
export async function* percorrerContas(
  { db, hoje, operadorId }: Visao,
  filtro: FiltroSemPagina,
): AsyncGenerator<Conta[]> {
  // The ids are read at once: what is paid while the file is written is neither lost nor told twice.
  const achadas = await emOrdemDe(filtradas(db, hoje, operadorId, filtro).select('conta.id'), filtro).execute()
  for (let de = 0; de < achadas.length; de += LINHAS_POR_VEZ) {
    const linhas = await lerAchadas(db, achadas.slice(de, de + LINHAS_POR_VEZ))
    yield contasNaApi(db, linhas, hoje)
  }
}

const donosDe = (operadorId: number | undefined): Donos => (operadorId === undefined ? 'todos' : [operadorId, null])

/** What an agreement replaced is in its instalments: both are in the list, once in the sum, unless it is what was asked for. */
const somada = ({ status }: Filtro) =>
  status?.every((um) => um === 'negociada') ? sql<boolean>`true` : sql<boolean>`conta.situacao <> 'negociada'`

/** Whether a filter asks only of what the kept counts know. */
const soDeDias = ({ busca, cliente_id, origem, importacao_id, valor_min, valor_max }: Filtro) =>
  !busca && [cliente_id, origem, importacao_id, valor_min, valor_max].every((um) => um === undefined)

function filtradas(db: Db | Trx, hoje: Dia, operadorId: number | undefined, filtro: FiltroSemPagina) {
  let contas = db.selectFrom(contasAchadas(filtro.busca).as('conta')).where(porSituacaoEDia(filtro, hoje))
  if (operadorId !== undefined) contas = contas.where(deDonos('conta.operador_id', [operadorId, null]))
  if (filtro.cliente_id) contas = contas.where('conta.cliente_id', '=', filtro.cliente_id)
  if (filtro.origem) contas = contas.where('conta.origem', '=', filtro.origem)
  if (filtro.importacao_id) contas = contas.where('conta.importacao_id', '=', filtro.importacao_id)
  if (filtro.valor_min !== undefined) contas = contas.where('conta.valor_centavos', '>=', emCentavos(filtro.valor_min))
  if (filtro.valor_max !== undefined) contas = contas.where('conta.valor_centavos', '<=', emCentavos(filtro.valor_max))
  return contas
}

/** A total order: the id breaks ties, so that pages never overlap. */
function emOrdemDe<O>(
  achadas: SelectQueryBuilder<{ conta: ContaAchada }, 'conta', O>,
  { ordenar }: Pick<Filtro, 'ordenar'>,
) {
  const sentido = ordenar.startsWith('-') ? 'desc' : 'asc'
  const campo = ordenar.endsWith('valor') ? 'conta.valor_centavos' : 'conta.vencimento'
  return achadas.orderBy(campo, sentido).orderBy('conta.id', sentido)
}

/** Everything about these few, in their order: those passed over are never read whole. */
async function lerAchadas(db: Db | Trx, achadas: readonly { id: number }[]) {
  const linhas = await db
    .selectFrom('conta')
    .innerJoin('cliente', 'cliente.id', 'conta.cliente_id')
    .selectAll('conta')
    .select(['cliente.nome', PARCELAS, PROMETIDA_ATE, CONTESTADA])
    .where('conta.id', '=', sql<number>`any(${achadas.map(({ id }) => id)}::bigint[])`)
    .execute()
  const porId = new Map(linhas.map((linha) => [linha.id, linha]))
  return achadas.flatMap(({ id }) => porId.get(id) ?? [])
}

/** Status, band and due days: what is asked of accounts and, alike, of what is kept of them. */
function porSituacaoEDia(
  { status, faixa, vencimento_de, vencimento_ate }: FiltroSemPagina,
  hoje: Dia,
): RawBuilder<boolean> {
  const condicoes: RawBuilder<unknown>[] = []
  if (status)
    condicoes.push(
      sql`(${sql.join(
        status.map((um) => comStatus(um, hoje)),
        sql` or `,
      )})`,
    )
  if (faixa) {
    const { de, ate } = diasDaFaixa(faixa)
    condicoes.push(sql`conta.situacao = 'aberta'`)
    if (de !== null) condicoes.push(sql`conta.vencimento_util <= ${somarDias(hoje, -de)}::date`)
    if (ate !== null) condicoes.push(sql`conta.vencimento_util >= ${somarDias(hoje, -ate)}::date`)
  }
  if (vencimento_de) condicoes.push(sql`conta.vencimento >= ${vencimento_de}::date`)
  if (vencimento_ate) condicoes.push(sql`conta.vencimento <= ${vencimento_ate}::date`)
  return condicoes.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(condicoes, sql` and `)}`
}

function comStatus(status: StatusConta, hoje: Dia) {
  if (status === 'vencida') return sql`(conta.situacao = 'aberta' and conta.vencimento_util < ${hoje}::date)`
  if (status === 'em_aberto') return sql`(conta.situacao = 'aberta' and conta.vencimento_util >= ${hoje}::date)`
  return sql`conta.situacao = ${status}`
}

const visivel = (eb: ExpressionBuilder<Database, 'cliente'>, operadorId: number) =>
  eb.or([eb('cliente.operador_id', '=', operadorId), eb('cliente.operador_id', 'is', null)])

/** What one sees in all: open and overdue accounts, with the aging. Bands add up to the total. */
export async function resumirContas({ db, hoje, operadorId }: Visao) {
  const donos = donosDe(operadorId)
  const dias = await abertasPorDia(db, donos)
  const aging = FAIXAS.map((faixa) => {
    const dela = dias.filter(({ vencimentoUtil }) => faixaDe(diasAtraso(vencimentoUtil, hoje)) === faixa)
    return { faixa, contas: somar(dela, 'contas'), valor: somar(dela, 'abertoCentavos') }
  })
  // Who owes and who is not concluido are the same customers.
  const devedores = await contar(db, donos, COM_CONTA_ABERTA)
  const vencidas = aging.filter(({ faixa }) => faixa !== 'a_vencer')
  return {
    total_contas: somar(aging, 'contas'),
    valor_total: emReais(somar(aging, 'valor')),
    contas_vencidas: somar(vencidas, 'contas'),
    clientes_vinculados: devedores.total,
    valor_vencido: emReais(somar(vencidas, 'valor')),
    valor_contestado: emReais(await contestado(db, donos)),
    aging: aging.map((linha) => ({ ...linha, valor: emReais(linha.valor) })),
  }
}

const somar = <C extends string>(linhas: readonly Record<C, number>[], campo: C) =>
  linhas.reduce((soma, linha) => soma + linha[campo], 0)

/** What is open of accounts in dispute: a part of the total. */
async function contestado(db: Db | Trx, donos: Donos): Promise<number> {
  const { rows } = await sql<{ soma: number }>`
    select coalesce(sum(conta.valor_centavos - conta.pago_centavos), 0)::bigint as soma
    from contestacao_conta cc join conta on conta.id = cc.conta_id and conta.situacao = 'aberta'
      join cliente on cliente.id = conta.cliente_id
    where cc.aberta and ${deDonos('cliente.operador_id', donos)}`.execute(db)
  return rows[0]!.soma
}

const COM_CONTA_ABERTA = STATUS_CLIENTE.filter((status) => status !== 'concluido')

/** All accounts of one customer: the open ones first, oldest first, then the others, newest first. */
export async function contasDe(db: Db | Trx, clienteId: number, hoje: Dia): Promise<Conta[]> {
  const linhas = await db
    .selectFrom('conta')
    .innerJoin('cliente', 'cliente.id', 'conta.cliente_id')
    .selectAll('conta')
    .select(['cliente.nome', PARCELAS, PROMETIDA_ATE, CONTESTADA])
    .where('conta.cliente_id', '=', clienteId)
    .orderBy(sql`conta.situacao <> 'aberta'`)
    .orderBy(sql`case when conta.situacao = 'aberta' then conta.vencimento end`)
    .orderBy('conta.vencimento', 'desc')
    .orderBy('conta.id')
    .execute()
  return contasNaApi(db, linhas, hoje)
}

/** One account as it goes over the wire. */
export async function verConta(visao: Visao, id: number): Promise<Conta> {
  const [conta] = await contasNaApi(visao.db, [await acharConta(visao, id)], visao.hoje)
  return conta!
}

/** 404 when it is not there or of another operator's customer. */
export async function acharConta({ db, operadorId }: Visao, id: number) {
  let achada = db
    .selectFrom('conta')
    .innerJoin('cliente', 'cliente.id', 'conta.cliente_id')
    .selectAll('conta')
    .select(['cliente.nome', PARCELAS, PROMETIDA_ATE, CONTESTADA])
    .where('conta.id', '=', id)
  if (operadorId !== undefined) achada = achada.where((eb) => visivel(eb, operadorId))
  const linha = await achada.executeTakeFirst()
  if (!linha) throw new NaoEncontrado('Esta conta não existe ou é de um cliente de outro operador.')
  return linha
}

type ContaLida = Linha<'conta'> & {
  nome: string
  parcelas: number | null
  prometida_ate: Dia | null
  contestada: boolean
}

/** Accounts on a day, with what is open, the lateness and the charges reckoned by the domain, and whether they are left in peace. */
export async function contasNaApi(db: Db | Trx, linhas: readonly ContaLida[], hoje: Dia): Promise<Conta[]> {
  const taxas = await lerTaxas(db)
  const abertas = linhas.flatMap(({ id, situacao }) => (situacao === 'aberta' ? [id] : []))
  const aCaminho = await contasACaminho(db, abertas, hoje)
  return linhas.map((linha) => contaNaApi(linha, { hoje, taxas, aCaminho: aCaminho.has(linha.id) }))
}

function contaNaApi(
  linha: ContaLida,
  { hoje, taxas, aCaminho }: { hoje: Dia; taxas: Taxas; aCaminho: boolean },
): Conta {
  const retrato = retratar(
    {
      situacao: linha.situacao,
      valorCentavos: linha.valor_centavos,
      pagoCentavos: linha.pago_centavos,
      vencimentoUtil: linha.vencimento_util,
    },
    hoje,
    taxas,
  )
  return {
    id: linha.id,
    numero: linha.numero,
    parcela: linha.parcela,
    parcelas: linha.parcelas,
    cliente: { id: linha.cliente_id, nome: linha.nome },
    valor: emReais(linha.valor_centavos),
    valor_pago: emReais(linha.pago_centavos),
    valor_atualizado: emReais(retrato.atualizadoCentavos),
    encargos: emReais(retrato.encargosCentavos),
    emissao: linha.emissao,
    vencimento: linha.vencimento,
    status: retrato.status,
    dias_atraso: retrato.diasAtraso,
    origem: linha.origem,
    chave_nfe: linha.chave_nfe,
    pago_em: linha.pago_em,
    prometida_ate: linha.prometida_ate,
    contestada: linha.contestada,
    negociacao_id: linha.acordo_id ?? linha.substituida_por,
    linha_digitavel: linha.linha_digitavel,
    nosso_numero: linha.nosso_numero,
    a_caminho: aCaminho,
  }
}
