import { sql } from 'kysely'
import type { Causa } from '#domain/causa.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import { NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { reconciliar } from '#server/clientes/automaticas.actions.ts'
import type { Linha, Trx } from '#server/db/schema.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { reabrirCumpridos } from '#server/negociacoes/acordos.actions.ts'
import { nomeDaConta, registroDeConta } from './contas.actions.ts'
import { comoFoi } from './pagamentos.actions.ts'
import { reescreverPagos } from './reescrever.actions.ts'
import { type LinhaConta, travarConta } from './travas.queries.ts'

/** A payment, and the account by which it is called. */
interface AEstornar {
  id: number
  contaId: number
}

/**
 * Reverses a payment on all the accounts where it now is: their other payments are divided again, and what is owed
 * again is reopened (except accounts of a cancelled note). A payment made from a bank movement can be reversed only by
 * reconciliation.
 */
export async function estornar(trx: Trx, contaId: number, pagamentoId: number, motivo: string, causa: Causa) {
  await travarConta(trx, contaId, causa)
  const alocacao = await trx
    .selectFrom('pagamento_alocacao')
    .select('conta_id')
    .where('pagamento_id', '=', pagamentoId)
    .where('conta_id', '=', contaId)
    .executeTakeFirst()
  if (!alocacao) throw new NaoEncontrado('Este pagamento não está nesta conta.')
  await estornarVarios(trx, [{ id: pagamentoId, contaId }], motivo, causa)
}

/** As many of a file that is undone share these statements. */
const LOTE = 1_000

/**
 * As `estornar`, of payments whose customers are locked. `aplicaDeNovo`: what stays of them is applied again (`de_novo`), and the
 * caller reconciles the customers.
 */
export async function estornarVarios(
  trx: Trx,
  todos: readonly AEstornar[],
  motivo: string,
  causa: Causa,
  aplicaDeNovo = false,
): Promise<void> {
  for (let de = 0; de < todos.length; de += LOTE)
    await estornarLote(trx, todos.slice(de, de + LOTE), motivo, causa, aplicaDeNovo)
}

async function estornarLote(
  trx: Trx,
  quais: readonly AEstornar[],
  motivo: string,
  causa: Causa,
  aplicaDeNovo: boolean,
): Promise<void> {
  const ids = quais.map(({ id }) => id)
  const pagamentos = await trx
    .selectFrom('pagamento')
    .select(['id', 'cliente_id', 'valor_centavos', 'estornado_em', 'origem', 'movimento_id'])
    .where('id', '=', umDestes(ids))
    .execute()
  const contas = await travarContasDe(trx, ids)
  for (const pagamento of pagamentos) recusarEstorno(pagamento, contas, causa)
  const acordos = contas.flatMap(({ acordo_id }) => acordo_id ?? [])
  await reabrirCumpridos(trx, [...new Set(acordos)], causa)
  await trx
    .updateTable('pagamento')
    .set({ estornado_em: causa.agora, motivo_estorno: motivo })
    .where('id', '=', umDestes(ids))
    .execute()
  await reescreverPagos(trx, contas, causa.agora)
  const clientes = pagamentos.map(({ cliente_id }) => cliente_id)
  await desdizerParcelas(trx, clientes, ids, causa.agora)
  const porId = {
    pagamentos: new Map(pagamentos.map((um) => [um.id, um])),
    contas: new Map(contas.map((uma) => [uma.id, uma])),
  }
  const dizer = ({ id, contaId }: AEstornar) =>
    registro(porId.pagamentos.get(id)!, porId.contas.get(contaId)!, motivo, causa)
  await registrar(trx, ...quais.map(dizer))
  if (!aplicaDeNovo) await reconciliar(trx, clientes, causa)
}

type Pagamento = Pick<Linha<'pagamento'>, 'valor_centavos' | 'estornado_em' | 'origem' | 'movimento_id'>

function registro({ valor_centavos, movimento_id }: Pagamento, conta: LinhaConta, motivo: string, causa: Causa) {
  const descricao = frase`Pagamento de ${formatarReais(valor_centavos)} da ${nomeDaConta(conta)} de ${oCliente(conta.cliente_id)} estornado${comoFoi(causa)}.`
  return registroDeConta(conta, 'estornar', descricao, causa, motivo, movimento_id)
}

const umDestes = (ids: readonly number[]) => sql<number>`any(${[...ids]}::bigint[])`

/** An instalment whose agreement ended was not paid, once what stands of its payments does not reach its value any more. */
const desdizerParcelas = (trx: Trx, clientes: readonly number[], pagamentos: readonly number[], agora: Date) =>
  sql`
    update conta c set paga_no_acordo_em = null, updated_at = ${agora}
    where c.cliente_id = ${umDestes(clientes)} and ${[...pagamentos]}::bigint[] && c.pagamentos_no_acordo and c.paga_no_acordo_em is not null
      and c.valor_centavos > (select coalesce(sum(p.valor_centavos), 0) from pagamento p
        where p.id = any(c.pagamentos_no_acordo) and p.estornado_em is null)`.execute(trx)

function recusarEstorno(pagamento: Pagamento, contas: readonly Pick<LinhaConta, 'situacao'>[], causa: Causa): void {
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

const travarContasDe = (trx: Trx, pagamentos: readonly number[]) =>
  trx
    .selectFrom('conta')
    .selectAll()
    .where('id', 'in', (eb) =>
      eb.selectFrom('pagamento_alocacao').select('conta_id').where('pagamento_id', '=', umDestes(pagamentos)),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
