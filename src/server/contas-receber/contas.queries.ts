import { type ExpressionBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Conta, verConta as contratoConta, listarContas } from '#contract/contas-receber.ts'
import { STATUS_CLIENTE } from '#domain/cliente.ts'
import { diasDaFaixa, FAIXAS, type Faixa, retratar } from '#domain/conta.ts'
import { type Dia, somarDias } from '#domain/data.ts'
import { emCentavos, emReais } from '#domain/dinheiro.ts'
import type { Taxas } from '#domain/encargos.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { contasComBusca } from '#server/clientes/busca.queries.ts'
import { contar } from '#server/clientes/contagem.queries.ts'
import { lerTaxas } from '#server/configuracao/configuracao.queries.ts'
import { camposDaPagina } from '#server/db/pagina.ts'
import type { Database, Db, Linha, Trx } from '#server/db/schema.ts'

type Filtro = z.output<typeof listarContas.schema.querystring>
type Detalhe = z.output<(typeof contratoConta.schema.response)[200]>

/** Whose accounts are seen: an operator's own customers' and nobody's; everyone's when undefined. */
export interface Visao {
  db: Db | Trx
  hoje: Dia
  operadorId?: number | undefined
}

/** A page of the accounts one sees, with the sum of all that the filters find. */
export async function buscarContas({ db, hoje, operadorId }: Visao, filtro: Filtro) {
  const { page, per_page } = filtro
  const achadas = filtradas(db, hoje, operadorId, filtro)
  const { total, soma } = await achadas
    .select(sql<number>`count(*)`.as('total'))
    .select(sql<number>`coalesce(sum(conta.valor_centavos), 0)::bigint`.as('soma'))
    .executeTakeFirstOrThrow()
  const campo = filtro.ordenar.endsWith('valor') ? 'conta.valor_centavos' : 'conta.vencimento'
  const sentido = filtro.ordenar.startsWith('-') ? 'desc' : 'asc'
  const linhas = await achadas
    .selectAll('conta')
    .select('cliente.nome')
    .orderBy(campo, sentido)
    .orderBy('conta.id', sentido)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const taxas = await lerTaxas(db)
  return {
    data: linhas.map((linha) => contaNoFio(linha, hoje, taxas)),
    ...camposDaPagina(filtro, total),
    soma: emReais(soma),
  }
}

function filtradas(db: Db | Trx, hoje: Dia, operadorId: number | undefined, filtro: Filtro) {
  let contas = db.selectFrom('conta').innerJoin('cliente', 'cliente.id', 'conta.cliente_id')
  if (operadorId !== undefined) contas = contas.where((eb) => visivel(eb, operadorId))
  if (filtro.cliente_id) contas = contas.where('conta.cliente_id', '=', filtro.cliente_id)
  if (filtro.status === 'em_aberto' || filtro.status === 'vencida') {
    contas = contas
      .where('conta.situacao', '=', 'aberta')
      .where('conta.vencimento_util', filtro.status === 'vencida' ? '<' : '>=', hoje)
  } else if (filtro.status) contas = contas.where('conta.situacao', '=', filtro.status)
  if (filtro.faixa) {
    const { de, ate } = diasDaFaixa(filtro.faixa)
    contas = contas.where('conta.situacao', '=', 'aberta')
    if (de !== null) contas = contas.where('conta.vencimento_util', '<=', somarDias(hoje, -de))
    if (ate !== null) contas = contas.where('conta.vencimento_util', '>=', somarDias(hoje, -ate))
  }
  if (filtro.vencimento_de) contas = contas.where('conta.vencimento', '>=', filtro.vencimento_de)
  if (filtro.vencimento_ate) contas = contas.where('conta.vencimento', '<=', filtro.vencimento_ate)
  if (filtro.valor_min !== undefined) contas = contas.where('conta.valor_centavos', '>=', emCentavos(filtro.valor_min))
  if (filtro.valor_max !== undefined) contas = contas.where('conta.valor_centavos', '<=', emCentavos(filtro.valor_max))
  if (filtro.busca) contas = contas.where(contasComBusca(filtro.busca))
  return contas
}

const visivel = (eb: ExpressionBuilder<Database, 'cliente'>, operadorId: number) =>
  eb.or([eb('cliente.operador_id', '=', operadorId), eb('cliente.operador_id', 'is', null)])

/** What one sees in all: open and overdue accounts, with the aging. Bands add up to the total. */
export async function resumirContas({ db, hoje, operadorId }: Visao) {
  let abertas = db
    .selectFrom('conta')
    .innerJoin('cliente', 'cliente.id', 'conta.cliente_id')
    .where('conta.situacao', '=', 'aberta')
  if (operadorId !== undefined) abertas = abertas.where((eb) => visivel(eb, operadorId))
  const aberto = sql`conta.valor_centavos - conta.pago_centavos`
  const faixas = await abertas
    .select([faixaSql(hoje).as('faixa'), sql<number>`count(*)`.as('contas')])
    .select(sql<number>`sum(${aberto})::bigint`.as('valor'))
    .groupBy('faixa')
    .execute()
  const aging = FAIXAS.map((faixa) => {
    const { contas, valor } = faixas.find((linha) => linha.faixa === faixa) ?? { contas: 0, valor: 0 }
    return { faixa, contas, valor }
  })
  // Who owes and who is not concluido are the same customers.
  const devedores = await contar(db, operadorId === undefined ? 'todos' : [operadorId, null], COM_CONTA_ABERTA)
  const vencidas = aging.filter(({ faixa }) => faixa !== 'a_vencer')
  const somar = (linhas: typeof aging, campo: 'contas' | 'valor') =>
    linhas.reduce((soma, linha) => soma + linha[campo], 0)
  return {
    total_contas: somar(aging, 'contas'),
    valor_total: emReais(somar(aging, 'valor')),
    contas_vencidas: somar(vencidas, 'contas'),
    clientes_vinculados: devedores.total,
    valor_vencido: emReais(somar(vencidas, 'valor')),
    aging: aging.map((linha) => ({ ...linha, valor: emReais(linha.valor) })),
  }
}

const COM_CONTA_ABERTA = STATUS_CLIENTE.filter((status) => status !== 'concluido')

/** The band of an open account, from the same table as `faixaDe`. */
const faixaSql = (hoje: Dia) =>
  sql<Faixa>`case ${sql.join(
    FAIXAS.map((faixa) => {
      const { ate } = diasDaFaixa(faixa)
      return ate === null
        ? sql`else ${sql.lit(faixa)}`
        : sql`when ${hoje}::date - conta.vencimento_util <= ${sql.lit(ate)} then ${sql.lit(faixa)}`
    }),
    sql` `,
  )} end`

/** All accounts of one customer: the open ones first, oldest first, then the others, newest first. */
export async function contasDe(db: Db | Trx, clienteId: number, hoje: Dia): Promise<Conta[]> {
  const linhas = await db
    .selectFrom('conta')
    .innerJoin('cliente', 'cliente.id', 'conta.cliente_id')
    .selectAll('conta')
    .select('cliente.nome')
    .where('conta.cliente_id', '=', clienteId)
    .orderBy(sql`conta.situacao <> 'aberta'`)
    .orderBy(sql`case when conta.situacao = 'aberta' then conta.vencimento end`)
    .orderBy('conta.vencimento', 'desc')
    .orderBy('conta.id')
    .execute()
  const taxas = await lerTaxas(db)
  return linhas.map((linha) => contaNoFio(linha, hoje, taxas))
}

/** One account as it goes over the wire; 404 when it is not there or of another operator's customer. */
export async function verConta({ db, hoje, operadorId }: Visao, id: number): Promise<Conta> {
  let achada = db
    .selectFrom('conta')
    .innerJoin('cliente', 'cliente.id', 'conta.cliente_id')
    .selectAll('conta')
    .select('cliente.nome')
    .where('conta.id', '=', id)
  if (operadorId !== undefined) achada = achada.where((eb) => visivel(eb, operadorId))
  const linha = await achada.executeTakeFirst()
  if (!linha) throw new NaoEncontrado('Esta conta não existe ou é de um cliente de outro operador.')
  return contaNoFio(linha, hoje, await lerTaxas(db))
}

/** An account with every payment it ever had, reversed ones too. */
export async function contarHistoria(visao: Visao, id: number): Promise<Detalhe> {
  const conta = await verConta(visao, id)
  const pagamentos = await visao.db
    .selectFrom('pagamento_alocacao as a')
    .innerJoin('pagamento as p', 'p.id', 'a.pagamento_id')
    .leftJoin('usuario as u', 'u.id', 'p.usuario_id')
    .selectAll('p')
    .select(['a.principal_centavos', 'a.encargos_centavos', 'u.name as autor'])
    .where('a.conta_id', '=', id)
    .orderBy('p.pago_em')
    .orderBy('p.id')
    .execute()
  return {
    ...conta,
    pagamentos: pagamentos.map((p) => ({
      id: p.id,
      valor: emReais(p.valor_centavos),
      principal: emReais(p.principal_centavos),
      encargos: emReais(p.encargos_centavos),
      pago_em: p.pago_em,
      forma: p.forma,
      autor: p.usuario_id === null || p.autor === null ? null : { id: p.usuario_id, name: p.autor },
      created_at: p.criado_em,
      estornado_em: p.estornado_em,
      motivo_estorno: p.motivo_estorno,
    })),
  }
}

/** An account on a day, with what is open, the lateness and the charges reckoned by the domain. */
export function contaNoFio(linha: Linha<'conta'> & { nome: string }, hoje: Dia, taxas: Taxas): Conta {
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
    negociacao_id: linha.acordo_id ?? linha.substituida_por,
  }
}
