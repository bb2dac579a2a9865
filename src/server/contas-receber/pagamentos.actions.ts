import { sql } from 'kysely'
import type { z } from 'zod'
import type { registrarPagamento as contratoPagar, Pagamento, registrarPagamentos } from '#contract/pagamentos.ts'
import { type Causa, POR_ONDE } from '#domain/causa.ts'
import { devidoNoDia, origemDoPagamento, preencherConta } from '#domain/conta.ts'
import { type Dia, diaDe, formatarDia } from '#domain/data.ts'
import { type Centavos, emReais, formatarReais } from '#domain/dinheiro.ts'
import { oQueDeixa, repartirPagamento } from '#domain/encargos.ts'
import { CamposInvalidos, NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { reconciliar } from '#server/clientes/automaticas.actions.ts'
import { donoNoDia } from '#server/clientes/donos.queries.ts'
import { lerTaxas } from '#server/configuracao/configuracao.queries.ts'
import type { Linha, Trx } from '#server/db/schema.ts'
import { enviarModeloAutomatico } from '#server/mensagens/modelo.actions.ts'
import { conferirCumprimento, reabrirCumprido } from '#server/negociacoes/acordos.actions.ts'
import { contaNoDia } from '#server/saldo/conta-no-dia.ts'
import { nomeDaConta, PRIMEIRO_DIA, registrarDeConta } from './contas.actions.ts'
import { verConta } from './contas.queries.ts'
import { type LinhaConta, travarConta } from './travas.queries.ts'

type Pedido = z.output<typeof contratoPagar.schema.body> & {
  /** The movement of the payment, if it came from the bank: each part keeps it when a total is shared over several accounts. */
  movimento_id?: number
  /** The charges were calculated elsewhere (by a PSP, or for an earlier payment) and are kept even where ours are lower. */
  encargos_dados?: boolean
  /**
   * What stays of an earlier payment after a part of it went back: it counts for the same owner, nobody is thanked
   * again, an account cancelled since keeps it, and the caller reconciles the customer once all of it is applied.
   */
  de_novo?: { operador_id: number | null }
}
type PedidoDeVarias = z.output<typeof registrarPagamentos.schema.body>

/**
 * Records a payment, for any cause: the face value first, the excess as charges, never more than is owed with the
 * charges of its day. When the face value is covered the account is paid, and uncollected charges are waived. In the
 * caller's transaction, so that an `Idempotency-Key` commits with it.
 */
export async function pagar(
  trx: Trx,
  contaId: number,
  pedido: Pedido,
  causa: Causa,
  /** What the customer paid at once, this account's part among it. */
  totalCentavos = pedido.valor,
): Promise<Pagamento> {
  const { conta, cliente } = await travarConta(trx, contaId, causa)
  const devido = await recusarPagamento(trx, conta, pedido, diaDe(causa.agora))
  // Learned late, it is still of whoever had the customer on the day of payment.
  const operadorId = pedido.de_novo ? pedido.de_novo.operador_id : await donoNoDia(trx, cliente, pedido.pago_em)
  const { id } = await trx
    .insertInto('pagamento')
    .values({
      cliente_id: conta.cliente_id,
      valor_centavos: pedido.valor,
      pago_em: pedido.pago_em,
      forma: pedido.forma,
      origem: origemDoPagamento(causa.origem),
      usuario_id: causa.usuarioId ?? null,
      operador_id: operadorId,
      criado_em: causa.agora,
      movimento_id: pedido.movimento_id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const aberto = conta.valor_centavos - conta.pago_centavos
  const { principalCentavos, encargosCentavos } = repartirPagamento(pedido.valor, aberto)
  const { dispensadoCentavos } = oQueDeixa(pedido.valor, {
    abertoCentavos: aberto,
    // Nothing is waived when the charges were calculated elsewhere.
    devidoCentavos: pedido.encargos_dados ? 0 : devido,
  })
  const alocacao = { principal_centavos: principalCentavos, encargos_centavos: encargosCentavos }
  await trx
    .insertInto('pagamento_alocacao')
    .values({ pagamento_id: id, conta_id: contaId, ...alocacao })
    .execute()
  await reescreverPago(trx, conta, causa.agora)
  if (conta.acordo_id !== null) await conferirCumprimento(trx, conta.acordo_id, causa)
  const descricao = frase`Pagamento de ${formatarReais(pedido.valor)} da ${nomeDaConta(conta)} de ${oCliente(conta.cliente_id)}, feito em ${formatarDia(pedido.pago_em)}${comoFoi(causa, ', registrado')}${dispensando(dispensadoCentavos)}.`
  await registrarDeConta(trx, conta, 'pagar', descricao, causa, undefined, pedido.movimento_id)
  const transicoes = pedido.de_novo ? [] : await reconciliar(trx, [conta.cliente_id], { ...causa, recebeu: true })
  if (transicoes.some(({ para }) => para === 'concluido') && !(await vaiVoltar(trx, pedido.movimento_id)))
    await agradecer(trx, conta.cliente_id, totalCentavos, causa)
  return {
    id,
    valor: emReais(pedido.valor),
    encargos: emReais(encargosCentavos),
    encargos_dispensados: emReais(dispensadoCentavos),
    pago_em: pedido.pago_em,
    forma: pedido.forma,
    conta: await verConta({ db: trx, hoje: diaDe(causa.agora) }, contaId),
  }
}

/**
 * One payment shared over accounts of one customer, each part recorded as `pagar` does, the account of the lowest id
 * first, as accounts are locked everywhere. A part that is refused refuses all of it, by its place in the request.
 */
export async function pagarVarias(trx: Trx, { partes, ...comum }: PedidoDeVarias, causa: Causa): Promise<Pagamento[]> {
  const total = partes.reduce((soma, { valor }) => soma + valor, 0)
  const pagos = new Map<number, Pagamento>()
  for (const { conta_id, valor } of partes.toSorted((a, b) => a.conta_id - b.conta_id)) {
    const lugar = `partes.${partes.findIndex((parte) => parte.conta_id === conta_id)}`
    const pago = await pagar(trx, conta_id, { ...comum, valor }, causa, total).catch((erro) => {
      const campos = erro instanceof CamposInvalidos ? erro.campos : {}
      throw campos.valor ? new CamposInvalidos({ [`${lugar}.valor`]: campos.valor }) : erro
    })
    const [primeiro] = pagos.values()
    if (primeiro && primeiro.conta.cliente.id !== pago.conta.cliente.id)
      throw new CamposInvalidos({ [`${lugar}.conta_id`]: ['As contas devem ser todas do mesmo cliente.'] })
    pagos.set(conta_id, pago)
  }
  return partes.map(({ conta_id }) => pagos.get(conta_id)!)
}

/** The channel that it came through, when no operator recorded it. */
const comoFoi = ({ origem }: Causa, verbo = '') => (origem === 'usuario' ? '' : `${verbo} ${POR_ONDE[origem]}`)

/** What a payment does not collect and nobody owes any more, at the end of a sentence. */
export const dispensando = (centavos: number): string =>
  centavos > 0 ? `, e ${formatarReais(centavos)} de encargos foram dispensados` : ''

/** Nothing is open any more: the customer hears it. */
const agradecer = (trx: Trx, clienteId: number, valor: number, { agora }: Causa) =>
  enviarModeloAutomatico(trx, { clienteId, tipo: 'pagamento', valores: { valor: formatarReais(valor) }, agora })

/** The bank told already that some of this Pix went back; it is taken off right after this. */
async function vaiVoltar(trx: Trx, movimentoId: number | undefined): Promise<boolean> {
  if (movimentoId === undefined) return false
  const { rows } = await sql`
    select from movimento m join movimento d on upper(d.end_to_end_id) = upper(m.end_to_end_id) and d.end_to_end_id = m.end_to_end_id
    where m.id = ${movimentoId} and d.tipo = 'devolucao' and d.a_julgar limit 1`.execute(trx)
  return rows.length > 0
}

/** Gives what the account owed on the day of the payment, with its charges. */
async function recusarPagamento(
  trx: Trx,
  conta: LinhaConta,
  { valor, pago_em, encargos_dados = false, de_novo }: Pedido,
  hoje: Dia,
): Promise<Centavos> {
  // The day of what stays of an earlier payment was told before, perhaps by a clock that has been set back since.
  if (pago_em > hoje && !de_novo) {
    throw new CamposInvalidos({ pago_em: [`O pagamento não pode ser depois de hoje, ${formatarDia(hoje)}.`] })
  }
  if (pago_em < PRIMEIRO_DIA) throw new CamposInvalidos({ pago_em: ['Confira o ano do pagamento.'] })
  if (conta.situacao === 'negociada') {
    throw new RegraViolada('conta_de_acordo', 'Esta conta foi trocada pelas parcelas de um acordo. Receba a parcela.')
  }
  if (conta.situacao === 'cancelada' && !de_novo)
    throw new RegraViolada('conta_cancelada', 'Esta conta foi cancelada e não recebe pagamento.')
  const devido = devidoNoDia(contaNoDia(conta), pago_em, await lerTaxas(trx))
  if (valor <= devido || (encargos_dados && devido > 0) || de_novo) return devido
  const frase =
    devido === 0
      ? 'Esta conta já está paga.'
      : `O valor passa do que era devido em ${formatarDia(pago_em)}: ${formatarReais(devido)}, com os encargos.`
  throw new CamposInvalidos({ valor: [frase] })
}

/**
 * Reverses a payment on all the accounts where it now is: their other payments are divided again, and what is owed
 * again is reopened (except accounts of a cancelled note). A payment made from a bank movement can be reversed only by
 * reconciliation. `aplicaDeNovo`: what stays of it is applied again (`de_novo`), and the caller reconciles the customer.
 */
export async function estornar(
  trx: Trx,
  contaId: number,
  pagamentoId: number,
  motivo: string,
  causa: Causa,
  aplicaDeNovo = false,
) {
  const { conta } = await travarConta(trx, contaId, causa)
  const pagamento = await travarPagamento(trx, contaId, pagamentoId)
  const contas = await travarContasDo(trx, pagamentoId)
  recusarEstorno(pagamento, contas, causa)
  for (const acordo of new Set(contas.flatMap((uma) => uma.acordo_id ?? []))) await reabrirCumprido(trx, acordo, causa)
  await trx
    .updateTable('pagamento')
    .set({ estornado_em: causa.agora, motivo_estorno: motivo })
    .where('id', '=', pagamentoId)
    .execute()
  for (const uma of contas) await reescreverPago(trx, uma, causa.agora)
  await desdizerParcelas(trx, conta.cliente_id, pagamentoId, causa.agora)
  const descricao = frase`Pagamento de ${formatarReais(pagamento.valor_centavos)} da ${nomeDaConta(conta)} de ${oCliente(conta.cliente_id)} estornado${comoFoi(causa)}.`
  await registrarDeConta(trx, conta, 'estornar', descricao, causa, motivo, pagamento.movimento_id)
  if (!aplicaDeNovo) await reconciliar(trx, [conta.cliente_id], causa)
}

/** An instalment whose agreement ended was not paid, once what stands of its payments does not reach its value any more. */
const desdizerParcelas = (trx: Trx, clienteId: number, pagamentoId: number, agora: Date) =>
  sql`
    update conta c set paga_no_acordo_em = null, updated_at = ${agora}
    where c.cliente_id = ${clienteId} and ${pagamentoId}::bigint = any(c.pagamentos_no_acordo) and c.paga_no_acordo_em is not null
      and c.valor_centavos > (select coalesce(sum(p.valor_centavos), 0) from pagamento p
        where p.id = any(c.pagamentos_no_acordo) and p.estornado_em is null)`.execute(trx)

function recusarEstorno(
  pagamento: Pick<Linha<'pagamento'>, 'estornado_em' | 'movimento_id' | 'origem'>,
  contas: readonly Pick<LinhaConta, 'situacao'>[],
  causa: Causa,
): void {
  if (pagamento.estornado_em !== null) throw new RegraViolada('pagamento_estornado', 'Este pagamento já foi estornado.')
  const doBanco = pagamento.origem === 'conciliacao' || pagamento.movimento_id !== null
  if (doBanco && causa.origem !== 'conciliacao') {
    throw new RegraViolada(
      'pagamento_conciliado',
      'Este pagamento está conciliado com o banco e só é desfeito na conciliação. Peça a um administrador.',
    )
  }
  if (contas.some(({ situacao }) => situacao === 'negociada')) {
    throw new RegraViolada(
      'conta_de_acordo',
      'Este pagamento está em uma conta trocada por um acordo. Cancele o acordo antes de estorná-lo.',
    )
  }
}

async function travarPagamento(trx: Trx, contaId: number, pagamentoId: number) {
  const pagamento = await trx
    .selectFrom('pagamento')
    .innerJoin('pagamento_alocacao', 'pagamento_alocacao.pagamento_id', 'pagamento.id')
    .select(['pagamento.valor_centavos', 'pagamento.estornado_em', 'pagamento.origem', 'pagamento.movimento_id'])
    .where('pagamento.id', '=', pagamentoId)
    .where('pagamento_alocacao.conta_id', '=', contaId)
    .executeTakeFirst()
  if (!pagamento) throw new NaoEncontrado('Este pagamento não está nesta conta.')
  return pagamento
}

const travarContasDo = (trx: Trx, pagamentoId: number) =>
  trx
    .selectFrom('conta')
    .selectAll()
    .where('id', 'in', (eb) =>
      eb.selectFrom('pagamento_alocacao').select('conta_id').where('pagamento_id', '=', pagamentoId),
    )
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Rewrites an account from its remaining payments: how each is divided, what is paid, whether it is open or settled. An
 * account of a cancelled note is never reopened.
 */
async function reescreverPago(trx: Trx, conta: LinhaConta, agora: Date): Promise<void> {
  const partes = await partesDa(trx, conta.id)
  const { alocacoes, pagoCentavos, quitadaEm } = preencherConta(conta.valor_centavos, partes)
  await sql`
    update pagamento_alocacao a set principal_centavos = n.principal, encargos_centavos = n.encargos
    from jsonb_to_recordset(${JSON.stringify(
      alocacoes.map((a) => ({ id: a.pagamentoId, principal: a.principalCentavos, encargos: a.encargosCentavos })),
    )}::jsonb) as n(id bigint, principal bigint, encargos bigint)
    where a.conta_id = ${conta.id} and a.pagamento_id = n.id
      and (a.principal_centavos, a.encargos_centavos) is distinct from (n.principal, n.encargos)`.execute(trx)
  const cancelada = conta.situacao === 'cancelada' || conta.nota_cancelada
  const situacao = quitadaEm !== null ? 'paga' : cancelada ? 'cancelada' : 'aberta'
  await trx
    .updateTable('conta')
    .set({
      pago_centavos: pagoCentavos,
      situacao,
      pago_em: situacao === 'paga' ? quitadaEm : null,
      updated_at: agora,
    })
    .where('id', '=', conta.id)
    .execute()
}

async function partesDa(trx: Trx, contaId: number) {
  const linhas = await trx
    .selectFrom('pagamento_alocacao as a')
    .innerJoin('pagamento as p', 'p.id', 'a.pagamento_id')
    .select(['p.id', 'p.pago_em', 'a.principal_centavos', 'a.encargos_centavos'])
    .where('a.conta_id', '=', contaId)
    .where('p.estornado_em', 'is', null)
    .execute()
  return linhas.map((linha) => ({
    pagamentoId: linha.id,
    valorCentavos: linha.principal_centavos + linha.encargos_centavos,
    pagoEm: linha.pago_em,
  }))
}
