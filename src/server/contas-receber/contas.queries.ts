import { type RawBuilder, sql } from 'kysely'
import type { Conta } from '#contract/contas-receber.ts'
import { STATUS_CLIENTE } from '#domain/cliente.ts'
import { FAIXAS, faixaDe, retratar } from '#domain/conta.ts'
import type { Dia } from '#domain/data.ts'
import { emReais } from '#domain/dinheiro.ts'
import { diasAtraso, type Taxas } from '#domain/encargos.ts'
import { visivelPara } from '#server/clientes/clientes.queries.ts'
import { contar, type Donos, deDonos, donosDe } from '#server/clientes/contagem.queries.ts'
import {
  CONFIGURACAO,
  type Configuracao,
  configuracaoDe,
  type LinhaDaConfiguracao,
  lerConfiguracao,
} from '#server/configuracao/configuracao.queries.ts'
import { listaDeIds } from '#server/db/lista.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { contasACaminho } from '#server/regua/retencao.queries.ts'
import { contaNoDia } from '#server/saldo/conta-no-dia.ts'
import { PARCELAS } from '#server/saldo/parcelas.queries.ts'
import { CONTESTADA, PROMETIDA_ATE } from '#server/saldo/retida.queries.ts'
import { abertasPorDia } from './contagem.queries.ts'
import { naoHaConta } from './travas.queries.ts'

/** Whose accounts are seen: an operator's own customers' and nobody's; everyone's when undefined. */
export interface Visao {
  db: Db | Trx
  hoje: Dia
  operadorId?: number | undefined
  /** Aborted when the client disconnects: the search is cancelled in the database too. */
  sinal?: AbortSignal
}

/** What one sees in all: open and overdue accounts, with the aging. Bands add up to the total. */
export async function resumirContas({ db, hoje, operadorId }: Visao) {
  const donos = donosDe(operadorId)
  const dias = await abertasPorDia(db, donos)
  const aging = FAIXAS.map((faixa) => {
    const dela = dias.filter(({ vencimentoUtil }) => faixaDe(diasAtraso(vencimentoUtil, hoje)) === faixa)
    return { faixa, contas: somar(dela, 'contas'), valor: somar(dela, 'abertoCentavos') }
  })
  // Customers with open accounts are exactly those not `concluido`.
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

/** What the amount owed depends on: the charges, and which accounts are on hold for money on its way. */
interface Apuracao {
  taxas: Taxas
  aCaminho: ReadonlySet<number>
}

/**
 * All accounts of one customer: the open ones first, oldest first, then the others, newest first. `sabido`: what they
 * are valued by, if it was read already.
 */
export async function contasDe(db: Db | Trx, clienteId: number, hoje: Dia, sabido?: Apuracao): Promise<Conta[]> {
  const consulta = db
    .selectFrom('conta')
    .innerJoin('cliente', 'cliente.id', 'conta.cliente_id')
    .select(COLUNAS)
    .select(['cliente.nome', PARCELAS, PROMETIDA_ATE, CONTESTADA])
    .where('conta.cliente_id', '=', clienteId)
    .orderBy(sql`conta.situacao <> 'aberta'`)
    .orderBy(sql`case when conta.situacao = 'aberta' then conta.vencimento end`)
    .orderBy('conta.vencimento', 'desc')
    .orderBy('conta.id')
  const { rows } = await preparada(db, consulta.compile())
  return sabido ? rows.map((linha) => contaNaApi(linha, hoje, sabido)) : contasNaApi(db, rows, hoje)
}

/** One account as it goes over the wire. */
export async function verConta(visao: Visao, id: number): Promise<Conta> {
  const [conta] = await contasNaApi(visao.db, [await acharConta(visao, id)], visao.hoje)
  return conta!
}

/** 404 when it is not there or of another operator's customer. */
export async function acharConta({ db, operadorId }: Visao, id: number) {
  const linha = await db
    .selectFrom('conta')
    .innerJoin('cliente', 'cliente.id', 'conta.cliente_id')
    .selectAll('conta')
    .select(['cliente.nome', PARCELAS, PROMETIDA_ATE, CONTESTADA])
    .where('conta.id', '=', id)
    .where(visivelPara(operadorId))
    .executeTakeFirst()
  if (!linha) throw naoHaConta()
  return linha
}

const COLUNAS = [
  'conta.id',
  'conta.numero',
  'conta.parcela',
  'conta.cliente_id',
  'conta.valor_centavos',
  'conta.pago_centavos',
  'conta.emissao',
  'conta.vencimento',
  'conta.vencimento_util',
  'conta.situacao',
  'conta.origem',
  'conta.chave_nfe',
  'conta.pago_em',
  'conta.acordo_id',
  'conta.substituida_por',
  'conta.linha_digitavel',
  'conta.nosso_numero',
] as const

type DaColuna<C> = C extends `conta.${infer N extends keyof Linha<'conta'>}` ? N : never
type ContaLida = Pick<Linha<'conta'>, DaColuna<(typeof COLUNAS)[number]>> & {
  nome: string
  parcelas: number | null
  prometida_ate: Dia | null
  contestada: boolean
}

/** Some accounts in an order: their ids, or the statement that finds those. */
export type Quais = readonly number[] | RawBuilder<unknown>

/**
 * Everything about these few, in their order; ids that are not there are left out. In one statement with the settings that value
 * them, since it runs for every page.
 */
export async function lerContas(db: Db | Trx, quais: Quais, hoje: Dia): Promise<Conta[]> {
  const ids = 'length' in quais ? sql`select unnest(${listaDeIds(quais)}) as id` : quais
  const pedidas = sql<{ id: number; ordem: number }>`(select id, row_number() over () as ordem from (${ids}) as k)`
  const linhas = db
    .selectFrom('conta')
    .innerJoin(pedidas.as('pedida'), 'pedida.id', 'conta.id')
    .innerJoin('cliente', 'cliente.id', 'conta.cliente_id')
    .select(COLUNAS)
    .select(['pedida.ordem', 'cliente.nome', PARCELAS, PROMETIDA_ATE, CONTESTADA])
  const consulta = sql<{ linhas: ContaLida[]; ajustes: LinhaDaConfiguracao }>`
    select (select coalesce(json_agg(k order by k.ordem), '[]') from (${linhas}) as k) as linhas,
      (select row_to_json(k) from (${CONFIGURACAO}) as k) as ajustes`
  const lidas = (await preparada(db, consulta.compile(db))).rows[0]!
  return contasNaApi(db, lidas.linhas, hoje, configuracaoDe(lidas.ajustes))
}

/**
 * Accounts on a day, with the open amount, lateness and charges computed by the domain, and whether they are held. `sabida`: the
 * settings, if already read.
 */
export async function contasNaApi(
  db: Db | Trx,
  linhas: readonly ContaLida[],
  hoje: Dia,
  sabida?: Configuracao,
): Promise<Conta[]> {
  const { taxas, calendario, carenciaDiasUteis } = sabida ?? (await lerConfiguracao(db))
  const abertas = linhas.filter(({ situacao }) => situacao === 'aberta')
  const aCaminho = await contasACaminho(db, abertas, { dia: hoje, calendario, carenciaDiasUteis })
  return linhas.map((linha) => contaNaApi(linha, hoje, { taxas, aCaminho }))
}

function contaNaApi(linha: ContaLida, hoje: Dia, { taxas, aCaminho }: Apuracao): Conta {
  const retrato = retratar(contaNoDia(linha), hoje, taxas)
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
    a_caminho: aCaminho.has(linha.id),
  }
}
