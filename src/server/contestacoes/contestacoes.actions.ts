import { sql } from 'kysely'
import type { z } from 'zod'
import type { criarContestacao, responderContestacao } from '#contract/contestacoes.ts'
import type { Calendario } from '#domain/calendario.ts'
import type { Autor, Causa } from '#domain/causa.ts'
import { devidoNoDia } from '#domain/conta.ts'
import { proximoInstanteEm } from '#domain/contato-legal.ts'
import { estaEmAberto, numeroDaContestacao, ROTULOS_DO_MOTIVO } from '#domain/contestacao.ts'
import { janelaAberta } from '#domain/conversa.ts'
import { type Dia, diaDe } from '#domain/data.ts'
import { CamposInvalidos, NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { frase } from '#domain/frase-do-log.ts'
import { prazoDaContestacao } from '#domain/prazos.ts'
import { lugarDe } from '#domain/uf.ts'
import { travarParaCausa, travarParaPessoa } from '#server/clientes/clientes.actions.ts'
import { type ContestacaoTravada, encerrarContestacao, nomeDa } from '#server/clientes/contestacoes.actions.ts'
import { dadosParaMensagem } from '#server/clientes/destinatario.queries.ts'
import { encerrarPromessas } from '#server/clientes/promessas.actions.ts'
import { conferirPropostas } from '#server/clientes/propostas.actions.ts'
import { cancelarCodigosDasContas } from '#server/codigos/vida.actions.ts'
import { fixarCalendario, lerConfiguracao, lerTaxas } from '#server/configuracao/configuracao.queries.ts'
import { cancelarTravada, mudarTravada } from '#server/contas-receber/contas.actions.ts'
import { travarConta } from '#server/contas-receber/travas.queries.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { notificar } from '#server/eventos/notificar.ts'
import { registrarNoCliente } from '#server/logs/logs.actions.ts'
import { enviarModeloAutomatico } from '#server/mensagens/modelo.actions.ts'
import type { Midia } from '#server/saida/midia.ts'
import { enfileirar } from '#server/saida/saida.actions.ts'
import { exigirAbertas } from '#server/saldo/abertas.queries.ts'
import { contaNoDia } from '#server/saldo/conta-no-dia.ts'
import { recusarContestadas } from '#server/saldo/retida.queries.ts'

type Pedido = z.output<typeof criarContestacao.schema.body>
type Resposta = z.output<typeof responderContestacao.schema.body>

/**
 * Writes down what a customer disputes of open accounts: the engine, offers and agreements leave those alone, and a promise or
 * a code about one ends. By an operator, or by the customer on their page. Gives its id. 422 for accounts that are not open; 409 `conta_contestada` for one already disputed.
 */
export async function contestar(
  trx: Trx,
  clienteId: number,
  pedido: Pedido,
  arquivo: Midia | null,
  causa: Causa,
): Promise<number> {
  const calendario = await fixarCalendario(trx)
  const { operador_id } = await travarParaCausa(trx, clienteId, causa)
  const contas = await exigirAbertas(trx, clienteId, pedido.contas)
  const ids = contas.map(({ id }) => id)
  await recusarContestadas(trx, ids)
  await encerrarAsPrometidas(trx, ids, causa)
  const hoje = diaDe(causa.agora)
  const { id, criada_em } = await trx
    .insertInto('contestacao')
    .values({
      cliente_id: clienteId,
      motivo: pedido.motivo,
      texto: pedido.texto || null,
      arquivo: arquivo && JSON.stringify(arquivo),
      prazo: prazoDaContestacao(hoje, calendario),
      origem: causa.origem === 'pagina' ? 'pagina' : 'operador',
      usuario_id: causa.usuarioId ?? null,
      criada_em: causa.agora,
    })
    .returning(['id', 'criada_em'])
    .executeTakeFirstOrThrow()
  await gravarContas(trx, id, contas, hoje)
  const nova = { id, cliente_id: clienteId, criada_em }
  const descricao = frase`${nomeDa(nova)} aberta: ${ROTULOS_DO_MOTIVO[pedido.motivo].toLowerCase()}.`
  await registrarNoCliente(trx, 'contestacao', nova, 'abrir', descricao, causa)
  await conferirPropostas(trx, [clienteId], causa)
  await notificar(trx, { tipo: 'cliente', cliente_id: clienteId, operador_id })
  return id
}

/** The disputed amount is what each account owes on that day: it does not grow meanwhile. */
async function gravarContas(trx: Trx, id: number, contas: Awaited<ReturnType<typeof exigirAbertas>>, dia: Dia) {
  const taxas = await lerTaxas(trx)
  const devido = (conta: (typeof contas)[number]) => devidoNoDia(contaNoDia(conta), dia, taxas)
  await trx
    .insertInto('contestacao_conta')
    .values(contas.map((conta) => ({ contestacao_id: id, conta_id: conta.id, devido_centavos: devido(conta) })))
    .execute()
}

/**
 * Starts handling a dispute, or answers it for good: `procedente` may correct its accounts, all or nothing; `improcedente` is
 * sent to the customer. 422 without an answer for a customer who waits for one; 409 `contestacao_encerrada` when it is over.
 */
export const responder = (db: Db, clienteId: number, id: number, resposta: Resposta, autor: Autor) =>
  emTransacao(db, (trx) => responderTravada(trx, clienteId, id, resposta, autor))

/** As `responder`, in a transaction that locks the customer. */
export async function responderTravada(
  trx: Trx,
  clienteId: number,
  id: number,
  { status, resposta, contas }: Resposta,
  autor: Autor,
): Promise<void> {
  const calendario = await fixarCalendario(trx)
  const { operador_id } = await travarParaPessoa(trx, clienteId, autor)
  const contestacao = await aberta(trx, clienteId, id)
  if (contas.length > 0 && status !== 'procedente')
    throw new CamposInvalidos({ contas: ['Contas só são corrigidas com uma contestação procedente.'] })
  if (status === 'em_analise') {
    await porEmAnalise(trx, contestacao, autor)
  } else {
    if (!resposta) throw new CamposInvalidos({ resposta: ['Escreva a resposta: ela encerra a contestação.'] })
    if (new Set(contas.map((conta) => conta.id)).size < contas.length)
      throw new CamposInvalidos({ contas: ['A mesma conta aparece duas vezes. Diga uma vez só o que muda nela.'] })
    const dela = await contasDela(trx, id)
    if (contas.some((conta) => !dela.has(conta.id)))
      throw new CamposInvalidos({ contas: ['Só podem ser corrigidas as contas desta contestação.'] })
    await encerrarContestacao(trx, contestacao, status, resposta, autor)
    await cancelarCodigosDasContas(trx, [...dela]) // their charges count in full again
    await corrigir(trx, contas, resposta, calendario, autor)
    if (status === 'improcedente') await avisarCliente(trx, contestacao, resposta, calendario, autor.agora)
  }
  await notificar(trx, { tipo: 'cliente', cliente_id: clienteId, operador_id })
}

async function aberta(trx: Trx, clienteId: number, id: number): Promise<ContestacaoTravada> {
  const contestacao = await trx
    .selectFrom('contestacao')
    .select(['id', 'cliente_id', 'criada_em', 'status'])
    .where('id', '=', id)
    .where('cliente_id', '=', clienteId)
    .executeTakeFirst()
  if (!contestacao) throw new NaoEncontrado('Esta contestação não existe ou é de outro cliente.')
  if (!estaEmAberto(contestacao.status))
    throw new RegraViolada('contestacao_encerrada', 'Esta contestação já foi encerrada e não pode mais ser mudada.')
  return contestacao
}

async function porEmAnalise(trx: Trx, contestacao: ContestacaoTravada, autor: Autor) {
  const { numUpdatedRows } = await trx
    .updateTable('contestacao')
    .set({ status: 'em_analise', mudada_em: autor.agora })
    .where('id', '=', contestacao.id)
    .where('status', '=', 'aberta')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await registrarNoCliente(
    trx,
    'contestacao',
    contestacao,
    'analisar',
    frase`${nomeDa(contestacao)} em análise.`,
    autor,
  )
}

const contasDela = async (trx: Trx, id: number): Promise<Set<number>> => {
  const contas = await trx.selectFrom('contestacao_conta').select('conta_id').where('contestacao_id', '=', id).execute()
  return new Set(contas.map(({ conta_id }) => conta_id))
}

/** In the order in which accounts are locked everywhere. */
async function corrigir(trx: Trx, contas: Resposta['contas'], motivo: string, calendario: Calendario, autor: Autor) {
  for (const correcao of contas.toSorted((a, b) => a.id - b.id)) {
    const { conta } = await travarConta(trx, correcao.id, autor)
    if (correcao.cancelar) await cancelarTravada(trx, conta, motivo, autor)
    else await mudarTravada(trx, conta, { valor: correcao.valor }, calendario, autor)
  }
}

/** By a text while the conversation is open; else by the template, within the hours in which one may write. */
async function avisarCliente(
  trx: Trx,
  { id, cliente_id, criada_em }: ContestacaoTravada,
  resposta: string,
  calendario: Calendario,
  agora: Date,
) {
  const numero = numeroDaContestacao(id, diaDe(criada_em))
  const cliente = await dadosParaMensagem(trx, cliente_id)
  const contatoId = cliente?.contato_id ?? null
  if (!cliente || contatoId === null) return
  const { janela_ate, aceita_mensagens } = await trx
    .selectFrom('contato')
    .select(['janela_ate', 'aceita_mensagens'])
    .where('id', '=', contatoId)
    .executeTakeFirstOrThrow()
  if (!aceita_mensagens) return
  if (janelaAberta(janela_ate, agora)) {
    const conteudo = `Analisamos a sua contestação ${numero} e ela não foi aceita: o que falta pagar continua em aberto. ${resposta}`
    const saida = { clienteId: cliente_id, contatoId, finalidade: 'contestacao', tipo: 'texto', conteudo } as const
    await enfileirar(trx, { ...saida, automatica: true }, agora)
    return
  }
  const { horario, lei } = await lerConfiguracao(trx)
  const em = proximoInstanteEm(agora, lugarDe(cliente), { calendario, horario, lei })
  if (em === null) return // the law allows no hour there
  await enviarModeloAutomatico(trx, { clienteId: cliente_id, tipo: 'contestacao', valores: { numero }, agora, em })
}

/** Disputing an account ends its promises. */
async function encerrarAsPrometidas(trx: Trx, contas: readonly number[], causa: Causa) {
  const { rows } = await sql<{ id: number }>`
    select distinct promessa_id as id from promessa_conta where conta_id = any(${[...contas]}::bigint[]) and pendente`.execute(
    trx,
  )
  const ids = rows.map(({ id }) => id)
  await encerrarPromessas(trx, ids, causa, 'Uma das contas foi contestada.')
}
