import { sql } from 'kysely'
import { formatarReais } from '#domain/dinheiro.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import { comMaiuscula, frase } from '#domain/frase-do-log.ts'
import { indeciso } from '#domain/movimento.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import { pagarCodigoDe } from '#server/codigos/vida.actions.ts'
import { estornarVarios } from '#server/contas-receber/estornos.actions.ts'
import type { Trx } from '#server/db/schema.ts'
import { anotar, anotarCada, dito } from './aplicar.actions.ts'
import {
  type CausaDaConciliacao,
  exigirIndeciso,
  jaConciliado,
  type Movimento,
  travarMovimento,
} from './travas.queries.ts'

/** Links a payment recorded by hand to this money: from now on only reconciliation may reverse it. */
export async function vincularMovimento(
  trx: Trx,
  id: number,
  pagamentoId: number,
  causa: CausaDaConciliacao,
): Promise<void> {
  const movimento = await travarMovimento(trx, id)
  exigirIndeciso(movimento)
  const dono = await trx.selectFrom('pagamento').select('cliente_id').where('id', '=', pagamentoId).executeTakeFirst()
  if (dono) await travarClientes(trx, [dono.cliente_id])
  const pagamento = await trx
    .selectFrom('pagamento')
    .selectAll()
    .where('id', '=', pagamentoId)
    .forUpdate()
    .executeTakeFirst()
  const recusar = (frase: string) => new CamposInvalidos({ pagamento_id: [frase] })
  if (!pagamento) throw recusar('Este pagamento não existe.')
  if (pagamento.estornado_em !== null) throw recusar('Este pagamento foi estornado.')
  if (pagamento.movimento_id !== null || pagamento.origem === 'conciliacao')
    throw recusar('Este pagamento já está vinculado a um movimento.')
  if (pagamento.valor_centavos !== movimento.sem_dono_centavos)
    throw recusar(
      `O pagamento é de ${formatarReais(pagamento.valor_centavos)}, e o movimento de ${formatarReais(movimento.sem_dono_centavos)}: não são o mesmo dinheiro.`,
    )
  await pagarCodigoDe(trx, movimento.txid, [pagamento.cliente_id])
  await trx.updateTable('pagamento').set({ movimento_id: id }).where('id', '=', pagamentoId).execute()
  await decidir(trx, movimento, {
    situacao: 'aplicado',
    aplicado_centavos: pagamento.valor_centavos,
    cliente_id: pagamento.cliente_id,
  })
  const texto = frase`${comMaiuscula(dito(movimento))} vinculado ao pagamento de ${formatarReais(pagamento.valor_centavos)} registrado à mão.`
  await anotar(trx, movimento, 'vincular', pagamento.cliente_id, texto, causa)
}

/** It is no customer's money. A refund that is none of ours is ignored too. */
export async function ignorarMovimento(trx: Trx, id: number, motivo: string, causa: CausaDaConciliacao): Promise<void> {
  const movimento = await travarMovimento(trx, id)
  if (!indeciso(movimento)) exigirIndeciso(movimento)
  await decidir(trx, movimento, { situacao: 'ignorado', ignorado_centavos: movimento.sem_dono_centavos, motivo })
  await anotar(trx, movimento, 'ignorar', null, frase`${comMaiuscula(dito(movimento))} ignorado.`, causa, { motivo })
}

/** A person says that the rest of a customer's credit was refunded; this is unproved until the bank reports it. */
export async function devolverMovimento(
  trx: Trx,
  id: number,
  motivo: string,
  causa: CausaDaConciliacao,
): Promise<void> {
  const movimento = await travarMovimento(trx, id)
  const { credito_centavos: credito, cliente_id } = movimento
  if (credito === 0) throw jaConciliado(movimento, 'Só o que é crédito de um cliente pode ser dado por devolvido.')
  await decidir(trx, movimento, {
    situacao: movimento.aplicado_centavos > 0 ? 'aplicado' : 'devolvido',
    credito_centavos: 0,
    devolvido_centavos: movimento.devolvido_centavos + credito,
    sem_prova_centavos: movimento.sem_prova_centavos + credito,
    motivo,
  })
  const texto = frase`${formatarReais(credito)} de ${dito(movimento)} dados por devolvidos.`
  await anotar(trx, movimento, 'devolver', cliente_id, texto, causa, { motivo })
}

/**
 * Makes a movement undecided again, never to be applied automatically: its payments are reversed, those recorded by
 * hand lose the link, credit and unconfirmed refunds become unassigned. Refunds that the bank confirmed stay.
 */
export async function desfazerMovimento(
  trx: Trx,
  id: number,
  motivo: string,
  causa: CausaDaConciliacao,
): Promise<void> {
  const movimento = await travarMovimento(trx, id)
  const provado = movimento.devolvido_centavos - movimento.sem_prova_centavos
  if (indeciso(movimento)) throw jaConciliado(movimento, 'Não há o que desfazer.')
  // A refund that a person ignored goes back to waiting for its credit.
  if (movimento.tipo === 'devolucao' && movimento.situacao === 'ignorado')
    return deixarDeIgnorar(trx, movimento, motivo, causa)
  if (movimento.tipo !== 'credito')
    throw jaConciliado(movimento, 'Só dá para desfazer o que foi decidido sobre um crédito.')
  if (provado === movimento.valor_centavos) throw jaConciliado(movimento, 'O banco informou que o valor todo voltou.')
  await soltarPagamentos(trx, [id], motivo, causa)
  await reabrir(trx, [id])
  await anotar(trx, movimento, 'desfazer', movimento.cliente_id, FOI_DESFEITO(movimento), causa, { motivo })
}

/** As `desfazerMovimento`, of credits that are locked and ignored: of a whole import they are many. */
export async function reabrirIgnorados(
  trx: Trx,
  movimentos: readonly Movimento[],
  motivo: string,
  causa: CausaDaConciliacao,
): Promise<void> {
  await reabrir(
    trx,
    movimentos.map(({ id }) => id),
  )
  const desfeitos = movimentos.map((um) => ({ movimento: um, clienteId: null, descricao: FOI_DESFEITO(um) }))
  await anotarCada(trx, desfeitos, 'desfazer', causa, { motivo })
}

const FOI_DESFEITO = (movimento: Movimento) => frase`O que se decidiu de ${dito(movimento)} foi desfeito.`

const reabrir = (trx: Trx, ids: readonly number[]) =>
  trx
    .updateTable('movimento')
    .set({
      situacao: 'novo',
      aplicado_centavos: 0,
      credito_centavos: 0,
      ignorado_centavos: 0,
      devolvido_centavos: sql<number>`devolvido_centavos - sem_prova_centavos`,
      sem_prova_centavos: 0,
      motivo: null,
      cliente_id: null,
      automatico: false,
      desfeito: true,
      a_julgar: true,
    })
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()

async function deixarDeIgnorar(trx: Trx, movimento: Movimento, motivo: string, causa: CausaDaConciliacao) {
  const campos = { situacao: 'novo' as const, motivo: null, a_julgar: true }
  await trx.updateTable('movimento').set(campos).where('id', '=', movimento.id).execute()
  await anotar(
    trx,
    movimento,
    'desfazer',
    null,
    frase`${comMaiuscula(dito(movimento))} deixou de ser ignorado.`,
    causa,
    { motivo },
  )
}

/**
 * Reverses the payments made from these movements; those recorded by hand only lose the link, unless what stays of them is applied
 * again by the caller (`aplicaDeNovo` of `estornarVarios`).
 */
export async function soltarPagamentos(
  trx: Trx,
  movimentos: readonly number[],
  motivo: string,
  causa: CausaDaConciliacao,
  aplicaDeNovo = false,
): Promise<void> {
  await travarDonos(trx, movimentos)
  // Read under the locks: an agreement that ended meanwhile moved its payments to other accounts.
  const pagamentos = await valendo(trx, movimentos)
    .select(['p.id', 'p.origem'])
    .select((eb) =>
      eb
        .selectFrom('pagamento_alocacao as a')
        .whereRef('a.pagamento_id', '=', 'p.id')
        .select(sql<number>`min(conta_id)`.as('conta'))
        .as('conta_id'),
    )
    .orderBy('p.cliente_id')
    .orderBy('p.id')
    .execute()
  const [doBanco, aMao] = [true, false].map((sim) =>
    pagamentos.filter(({ origem }) => (aplicaDeNovo || origem === 'conciliacao') === sim),
  ) as [typeof pagamentos, typeof pagamentos]
  await trx
    .updateTable('pagamento')
    .set({ movimento_id: null })
    .where('id', '=', sql<number>`any(${aMao.map(({ id }) => id)}::bigint[])`)
    .execute()
  const aEstornar = doBanco.map(({ id, conta_id }) => ({ id, contaId: conta_id! }))
  await estornarVarios(trx, aEstornar, motivo, causa, aplicaDeNovo)
}

const valendo = (trx: Trx, movimentos: readonly number[]) =>
  trx
    .selectFrom('pagamento as p')
    .where('p.movimento_id', '=', sql<number>`any(${[...movimentos]}::bigint[])`)
    .where('p.estornado_em', 'is', null)

/** Whoever these movements, which are locked, pay accounts of. */
export async function travarDonos(trx: Trx, movimentos: readonly number[]): Promise<void> {
  const donos = await valendo(trx, movimentos).select('p.cliente_id').distinct().execute()
  await travarClientes(
    trx,
    donos.map(({ cliente_id }) => cliente_id),
  )
}

const decidir = (
  trx: Trx,
  { id }: Pick<Movimento, 'id'>,
  campos: Partial<
    Pick<
      Movimento,
      | 'situacao'
      | 'aplicado_centavos'
      | 'credito_centavos'
      | 'devolvido_centavos'
      | 'sem_prova_centavos'
      | 'ignorado_centavos'
      | 'cliente_id'
      | 'motivo'
    >
  >,
) =>
  trx
    .updateTable('movimento')
    .set({ ...campos, a_julgar: false })
    .where('id', '=', id)
    .execute()
