import { sql } from 'kysely'
import type { z } from 'zod'
import type { criarPromessa as contrato } from '#contract/promessas.ts'
import { type Autor, type Causa, peloSistema } from '#domain/causa.ts'
import { devidoNoDia } from '#domain/conta.ts'
import { type Dia, diaDe, formatarDia, somarDias } from '#domain/data.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import { CamposInvalidos, NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { limiteDaPromessa } from '#domain/prazos.ts'
import { aosPoucos } from '#server/clientes/aos-poucos.ts'
import { aoQuebrarPromessa } from '#server/clientes/automaticas.actions.ts'
import { travarParaCausa, travarParaPessoa } from '#server/clientes/clientes.actions.ts'
import { encerrarPromessas, julgarPromessas } from '#server/clientes/promessas.actions.ts'
import { fixarCalendario, lerConfiguracao, lerTaxas } from '#server/configuracao/configuracao.queries.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { notificar } from '#server/eventos/notificar.ts'
import { registrarNoCliente } from '#server/logs/logs.actions.ts'
import { contasACaminho } from '#server/regua/retencao.queries.ts'
import { exigirAbertas } from '#server/saldo/abertas.queries.ts'
import { contaNoDia } from '#server/saldo/conta-no-dia.ts'
import { recusarContestadas } from '#server/saldo/retida.queries.ts'

type Pedido = z.output<typeof contrato.schema.body>

/**
 * Writes down what a customer promised to pay, of which open accounts and until when; the engine leaves those in peace
 * meanwhile. By an operator, or by the customer on their page. Gives its id. 422 for accounts that are not open, a day too far, more than is owed on it; 409
 * `promessa_pendente` for an account in another pending one, `conta_contestada` for a disputed one.
 */
export async function prometer(trx: Trx, clienteId: number, pedido: Pedido, causa: Causa): Promise<number> {
  const calendario = await fixarCalendario(trx)
  const { operador_id } = await travarParaCausa(trx, clienteId, causa)
  await conferirDia(trx, pedido.ate, diaDe(causa.agora))
  const contas = await exigirAbertas(trx, clienteId, pedido.contas)
  await recusarContestadas(
    trx,
    contas.map(({ id }) => id),
  )
  await recusarPrometidas(trx, contas)
  const valor = await valorPrometido(trx, contas, pedido)
  const { id } = await trx
    .insertInto('promessa')
    .values({
      cliente_id: clienteId,
      valor_centavos: valor,
      ate: pedido.ate,
      limite: limiteDaPromessa(pedido.ate, calendario),
      origem: causa.origem === 'pagina' ? 'pagina' : 'operador',
      observacao: pedido.observacao || null,
      usuario_id: causa.usuarioId ?? null,
      depois_de: await ultimoPagamento(trx, clienteId),
      criada_em: causa.agora,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('promessa_conta')
    .values(contas.map((conta) => ({ promessa_id: id, conta_id: conta.id })))
    .execute()
  const descricao = frase`Promessa ${id} de ${oCliente(clienteId)}: ${formatarReais(valor)} até ${formatarDia(pedido.ate)}.`
  await registrarNoCliente(trx, 'promessa', { id, cliente_id: clienteId }, 'registrar', descricao, causa)
  await anunciar(trx, { id: clienteId, operador_id })
  return id
}

/** Ends a pending promise by a person's word: its accounts are billed again. 409 `promessa_encerrada` when it is over. */
export const cancelarPromessa = (db: Db, clienteId: number, id: number, motivo: string, autor: Autor) =>
  emTransacao(db, async (trx) => {
    const { operador_id } = await travarParaPessoa(trx, clienteId, autor)
    const promessa = await trx
      .selectFrom('promessa')
      .select('status')
      .where('id', '=', id)
      .where('cliente_id', '=', clienteId)
      .executeTakeFirst()
    if (!promessa) throw new NaoEncontrado('Esta promessa não existe ou é de outro cliente.')
    if (promessa.status !== 'pendente')
      throw new RegraViolada('promessa_encerrada', 'Esta promessa já terminou e não pode ser cancelada.')
    await encerrarPromessas(trx, [id], autor, motivo)
    await anunciar(trx, { id: clienteId, operador_id })
  })

/**
 * Judges the promises whose last day is over, but those whose money may be on its way. Run by the clock; safe anywhere, any time.
 * Gives how many it judged.
 */
export async function julgarVencidas(db: Db, agora: Date): Promise<number> {
  const hoje = diaDe(agora)
  const vencidas = await porJulgar(db, hoje).execute()
  return aosPoucos(db, vencidas, async (trx, clientes, ids) => {
    // Under the locks: they may have been kept or cancelled, or money told of, meanwhile.
    const promessas = await semPagamentoACaminho(trx, await porJulgar(trx, hoje, ids).execute(), hoje)
    const causa = peloSistema(agora)
    await julgarPromessas(
      trx,
      promessas.map(({ id }) => id),
      causa,
    )
    const quebraram = new Set(promessas.map(({ cliente_id }) => cliente_id))
    await aoQuebrarPromessa(trx, [...quebraram], agora)
    await anunciar(trx, ...clientes.filter(({ id }) => quebraram.has(id)))
    return promessas.length
  })
}

/** Those of these promises of which no account may have money on its way. */
async function semPagamentoACaminho<P extends { id: number }>(trx: Trx, promessas: P[], hoje: Dia): Promise<P[]> {
  const delas = await trx
    .selectFrom('promessa_conta')
    .innerJoin('conta', 'conta.id', 'conta_id')
    .select(['conta.id', 'cliente_id', 'promessa_id'])
    .where('promessa_id', '=', sql<number>`any(${promessas.map(({ id }) => id)}::bigint[])`)
    .execute()
  const { calendario, carenciaDiasUteis } = await lerConfiguracao(trx)
  const contas = await contasACaminho(trx, delas, { dia: hoje, calendario, carenciaDiasUteis })
  const aCaminho = new Set(delas.filter(({ id }) => contas.has(id)).map(({ promessa_id }) => promessa_id))
  return promessas.filter(({ id }) => !aCaminho.has(id))
}

const porJulgar = (db: Db | Trx, hoje: Dia, clientes?: readonly number[]) =>
  db
    .selectFrom('promessa')
    .select(['id', 'cliente_id'])
    .where('status', '=', 'pendente')
    .where('limite', '<', hoje)
    .$if(clientes !== undefined, (q) => q.where('cliente_id', '=', sql<number>`any(${clientes}::bigint[])`))
    .orderBy('id')

const anunciar = (trx: Trx, ...clientes: { id: number; operador_id: number | null }[]) =>
  notificar(trx, ...clientes.map(({ id, operador_id }) => ({ tipo: 'cliente' as const, cliente_id: id, operador_id })))

async function conferirDia(trx: Trx, ate: Dia, hoje: Dia) {
  const { promessa_max_dias } = await trx
    .selectFrom('recebimento')
    .select('promessa_max_dias')
    .executeTakeFirstOrThrow()
  const ultimo = somarDias(hoje, promessa_max_dias)
  if (ate >= hoje && ate <= ultimo) return
  throw new CamposInvalidos({
    ate: [`Escolha um dia de hoje, ${formatarDia(hoje)}, a ${formatarDia(ultimo)}, que é até onde a empresa espera.`],
  })
}

type Conta = Awaited<ReturnType<typeof exigirAbertas>>[number]

async function recusarPrometidas(trx: Trx, contas: readonly Conta[]) {
  const outra = await trx
    .selectFrom('promessa_conta')
    .innerJoin('promessa', 'promessa.id', 'promessa_conta.promessa_id')
    .select('promessa.ate')
    .where('conta_id', '=', sql<number>`any(${contas.map(({ id }) => id)}::bigint[])`)
    .where('pendente', '=', true)
    .executeTakeFirst()
  if (outra) {
    throw new RegraViolada(
      'promessa_pendente',
      `Uma destas contas já está prometida até ${formatarDia(outra.ate)}. Cancele aquela promessa para fazer outra.`,
    )
  }
}

async function valorPrometido(trx: Trx, contas: readonly Conta[], { ate, valor }: Pedido): Promise<number> {
  const taxas = await lerTaxas(trx)
  const devido = contas.reduce((soma, conta) => soma + devidoNoDia(contaNoDia(conta), ate, taxas), 0)
  if (valor === undefined || valor <= devido) return valor ?? devido
  throw new CamposInvalidos({
    valor: [`O valor passa do que será devido em ${formatarDia(ate)}: ${formatarReais(devido)}, com os encargos.`],
  })
}

/** A customer's payments are recorded under its lock, so later ones have higher ids than this. */
async function ultimoPagamento(trx: Trx, clienteId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(id), 0)::bigint as id from pagamento where cliente_id = ${clienteId}`.execute(trx)
  return rows[0]!.id
}
