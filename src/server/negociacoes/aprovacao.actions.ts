import type { Autor, Causa } from '#domain/causa.ts'
import { transitar } from '#domain/cliente.ts'
import { diaDe, formatarDia, somarDias } from '#domain/data.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import { NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { DIAS_PARA_APROVAR } from '#domain/negociacao.ts'
import { dizerParcelas } from '#domain/parcelas.ts'
import { reconciliar } from '#server/clientes/automaticas.actions.ts'
import { mudarStatus } from '#server/clientes/clientes.actions.ts'
import { anunciarAcordo, avisarAutores, encerrarEmEspera } from '#server/clientes/propostas.actions.ts'
import { type ClienteTravado, travarClientes } from '#server/clientes/status.actions.ts'
import { fixarCalendario } from '#server/configuracao/configuracao.queries.ts'
import type { Linha, Trx } from '#server/db/schema.ts'
import { registrarNoCliente } from '#server/logs/logs.actions.ts'
import { acordoDe } from '#server/saldo/acordos.queries.ts'
import { recusarContestadas } from '#server/saldo/retida.queries.ts'
import { estaAtivo, exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import {
  type Conta,
  calcularTermos,
  confirmarAcordo,
  efetivar,
  guardarContas,
  negociaveis,
  type Pedido,
  type Termos,
  travarAbertas,
} from './efetivar.actions.ts'
import type { PoliticaEmVigor } from './politica.queries.ts'

interface AlemDaPolitica {
  contas: readonly Conta[]
  termos: Termos
  pedido: Pedido
  alem: readonly string[]
  politica: PoliticaEmVigor
}

/** An operator's agreement beyond the policy: written down whole, for an administrator to decide. Gives its id. */
export async function pedirAprovacao(
  trx: Trx,
  cliente: ClienteTravado,
  { contas, termos, pedido, alem, politica }: AlemDaPolitica,
  autor: Autor,
): Promise<number> {
  const { id } = await trx
    .insertInto('negociacao')
    .values({
      cliente_id: cliente.id,
      status: 'aguarda_aprovacao',
      ...emColunas(termos),
      observacao: pedido.observacao || null,
      usuario_id: autor.usuarioId,
      criada_em: autor.agora,
      vence_em: somarDias(diaDe(autor.agora), DIAS_PARA_APROVAR),
      parcelas_previstas: JSON.stringify(termos.parcelas),
      pedido: JSON.stringify(pedido),
      alem: JSON.stringify(alem),
      politica_versao: politica.versao,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await guardarContas(trx, id, contas)
  const acordo = { id, cliente_id: cliente.id, usuario_id: autor.usuarioId }
  const descricao = frase`Acordo ${id} de ${oCliente(cliente.id)} aguarda aprovação: ${formatarReais(termos.valorCentavos)}. Parcelas: ${dizerParcelas(termos.parcelas)}.`
  await registrarNoCliente(trx, 'negociacao', acordo, 'pedir_aprovacao', descricao, autor)
  await anunciarAcordo(trx, acordo)
  return id
}

const emColunas = (termos: Termos) => ({
  valor_original_centavos: termos.originalCentavos,
  encargos_centavos: termos.encargosCentavos,
  desconto_centavos: termos.descontoCentavos,
  valor_negociado_centavos: termos.valorCentavos,
})

/**
 * An administrator approves: the agreement is made now, as the operator's call would make it, with today's charges and
 * the same refusals. 409 `aprovacao_encerrada` when it is no longer pending.
 */
export async function aprovarAcordo(trx: Trx, id: number, autor: Autor): Promise<void> {
  const calendario = await fixarCalendario(trx)
  const { acordo, cliente, autorAtivo } = await travarEmEspera(trx, id, autor)
  const causa: Causa = { ...autor, origem: 'sistema' }
  const pedido = acordo.pedido as Pedido
  transitar(cliente.status, 'negociar', { ativo: false, quebrado: false })
  const contas = await travarAbertas(trx, cliente.id, pedido.contas)
  await recusarContestadas(
    trx,
    contas.map((conta) => conta.id),
  )
  const hoje = diaDe(autor.agora)
  const termos = calcularTermos(await negociaveis(trx, contas, hoje), pedido, hoje)
  await trx
    .updateTable('negociacao')
    .set({
      status: 'ativa',
      ...emColunas(termos),
      decidida_por: autor.usuarioId,
      decidida_em: autor.agora,
      mudada_em: autor.agora,
    })
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('negociacao_conta').where('negociacao_id', '=', id).execute()
  await guardarContas(trx, id, contas)
  await efetivar(trx, id, contas, { parcelas: termos.parcelas, calendario }, autor.agora)
  await porNegociado(trx, cliente, autorAtivo ? acordo.usuario_id : null, causa)
  await reconciliar(trx, [cliente.id], causa)
  const descricao = frase`Acordo ${id} de ${oCliente(cliente.id)} aprovado: ${formatarReais(termos.valorCentavos)}. Parcelas: ${dizerParcelas(termos.parcelas)}.`
  await registrarNoCliente(trx, 'negociacao', acordo, 'aprovar', descricao, autor)
  await anunciarAcordo(trx, acordo)
  await avisarAutores(trx, [acordo], 'ativa')
  if (pedido.enviar_mensagem) await confirmarAcordo(trx, cliente.id, termos, autor.agora)
}

/**
 * As when the operator's call makes it: the customer is taken over first, and nobody's becomes the operator's. Without
 * an operator (null: blocked meanwhile) the customer stays nobody's.
 */
async function porNegociado(trx: Trx, cliente: ClienteTravado, autorId: number | null, causa: Causa) {
  const dono = cliente.operador_id ?? autorId
  const assumido =
    cliente.status === 'em_atendimento' || dono === null
      ? cliente
      : await mudarStatus(trx, cliente, 'assumir', causa, { operadorId: dono })
  await mudarStatus(trx, assumido, 'negociar', causa)
}

/** An administrator does not let it be made; the operator reads why. 409 `aprovacao_encerrada` when it waits no more. */
export async function recusarAcordo(trx: Trx, id: number, motivo: string, autor: Autor): Promise<void> {
  const { acordo } = await travarEmEspera(trx, id, autor)
  await encerrarEmEspera(trx, [acordo], 'recusada', autor, motivo)
}

async function travarEmEspera(trx: Trx, id: number, autor: Autor) {
  await exigirUsuarioAtivo(trx, autor.usuarioId)
  const antes = await acordoDe(trx, id)
  if (!antes) throw new NaoEncontrado('Este acordo não existe.')
  const autorAtivo = antes.usuario_id !== null && (await estaAtivo(trx, antes.usuario_id))
  const [cliente] = await travarClientes(trx, [antes.cliente_id])
  // Under the lock: somebody may have decided, or it may have been cancelled meanwhile.
  const acordo = (await acordoDe(trx, id))!
  recusarDecidido(acordo, diaDe(autor.agora))
  return { acordo, cliente: cliente!, autorAtivo }
}

function recusarDecidido({ status, vence_em }: Linha<'negociacao'>, hoje: string): void {
  if (status !== 'aguarda_aprovacao')
    throw new RegraViolada('aprovacao_encerrada', 'Este acordo não espera mais aprovação: veja como ele está.')
  if (vence_em! < hoje)
    throw new RegraViolada('aprovacao_encerrada', `O prazo para decidir terminou em ${formatarDia(vence_em!)}.`)
}
