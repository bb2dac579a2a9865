import { sql } from 'kysely'
import type { z } from 'zod'
import type { registrarPagamento as contratoPagar, Pagamento, registrarPagamentos } from '#contract/pagamentos.ts'
import { type Causa, POR_ONDE } from '#domain/causa.ts'
import { devidoNoDia, origemDoPagamento } from '#domain/conta.ts'
import { type Dia, diaDe, formatarDia } from '#domain/data.ts'
import { type Centavos, emReais, formatarReais } from '#domain/dinheiro.ts'
import { oQueDeixa, repartirPagamento } from '#domain/encargos.ts'
import { CamposInvalidos, RegraViolada } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { reconciliar } from '#server/clientes/automaticas.actions.ts'
import { donoNoDia } from '#server/clientes/donos.queries.ts'
import { lerTaxas } from '#server/configuracao/configuracao.queries.ts'
import type { Trx } from '#server/db/schema.ts'
import { enviarModeloAutomatico } from '#server/mensagens/modelo.actions.ts'
import { conferirCumprimento } from '#server/negociacoes/acordos.actions.ts'
import { contaNoDia } from '#server/saldo/conta-no-dia.ts'
import { nomeDaConta, PRIMEIRO_DIA, registrarDeConta } from './contas.actions.ts'
import { verConta } from './contas.queries.ts'
import { reescreverPagos } from './reescrever.actions.ts'
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
  await reescreverPagos(trx, [conta], causa.agora)
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
export const comoFoi = ({ origem }: Causa, verbo = '') => (origem === 'usuario' ? '' : `${verbo} ${POR_ONDE[origem]}`)

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
