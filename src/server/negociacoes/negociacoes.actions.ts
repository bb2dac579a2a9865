import { type Autor, type Causa, POR_ONDE } from '#domain/causa.ts'
import { transitar } from '#domain/cliente.ts'
import { diaDe } from '#domain/data.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import { NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { emEspera } from '#domain/negociacao.ts'
import { dizerParcelas } from '#domain/parcelas.ts'
import { type AcordoPedido, alemDaPolitica, type Politica } from '#domain/politica.ts'
import { aoCancelarAcordo, reconciliar } from '#server/clientes/automaticas.actions.ts'
import { mudarStatus, travarParaCausa, travarParaPessoa } from '#server/clientes/clientes.actions.ts'
import { encerrarEmEspera } from '#server/clientes/propostas.actions.ts'
import { fixarCalendario, lerConfiguracao } from '#server/configuracao/configuracao.queries.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { quebrouAntes, recusarOutroAcordo } from '#server/saldo/acordos.queries.ts'
import { recusarContestadas } from '#server/saldo/retida.queries.ts'
import { pedirAprovacao } from './aprovacao.actions.ts'
import {
  calcularTermos,
  confirmarAcordo,
  efetivar,
  guardarContas,
  lerAbertas,
  negociaveis,
  type Pedido,
  type Termos,
  travarAbertas,
} from './efetivar.actions.ts'
import { encerrar } from './encerramento.actions.ts'
import { lerPolitica } from './politica.queries.ts'

/**
 * Agrees on instalments that replace open accounts, whatever the cause: an operator first takes the customer over; the accounts
 * are replaced, and the customer becomes `negociado`. An operator's agreement beyond an active policy waits for an administrator
 * instead (`aguarda_aprovacao`). Returns the agreement's id. 409 `acordo_em_andamento` while another is under way; 422 if the
 * amounts do not add up.
 */
export async function negociar(trx: Trx, clienteId: number, pedido: Pedido, causa: Causa): Promise<number> {
  const hoje = diaDe(causa.agora)
  const calendario = await fixarCalendario(trx)
  let cliente = await travarParaCausa(trx, clienteId, causa)
  await recusarOutroAcordo(trx, clienteId)
  // Checked first: a completed customer has no open account either, and the status is the better reason.
  transitar(cliente.status, 'negociar', { ativo: false, quebrado: false })
  const contas = await travarAbertas(trx, clienteId, pedido.contas)
  await recusarContestadas(
    trx,
    contas.map(({ id: contaId }) => contaId),
  )
  const asContas = await negociaveis(trx, contas, hoje)
  const termos = calcularTermos(asContas, pedido, hoje)
  if (causa.origem === 'usuario' && (cliente.status === 'ativo' || cliente.status === 'aguardando_atendimento')) {
    cliente = await mudarStatus(trx, cliente, 'assumir', causa, { operadorId: causa.usuarioId })
  }
  const politica = await lerPolitica(trx)
  if (causa.origem === 'usuario' && politica.ativa) {
    const quebrou = await quebrouAntes(trx, clienteId)
    const alem = alemDe(termos, { politica, contas: asContas, quebrou, hoje, calendario })
    if (alem.length > 0) return pedirAprovacao(trx, cliente, { contas, termos, pedido, alem, politica }, causa)
  }
  const id = await gravarAcordo(trx, clienteId, termos, pedido, causa, politica.ativa ? politica.versao : null)
  await guardarContas(trx, id, contas)
  await efetivar(trx, id, contas, { parcelas: termos.parcelas, calendario }, causa.agora)
  await mudarStatus(trx, cliente, 'negociar', causa)
  await reconciliar(trx, [clienteId], causa)
  await registrar(trx, {
    agora: causa.agora,
    usuarioId: causa.usuarioId ?? null,
    ip: causa.ip ?? null,
    acao: 'negociacao.fechar',
    descricao: frase`Acordo ${id} de ${oCliente(clienteId)}: ${formatarReais(termos.valorCentavos)}. Parcelas: ${dizerParcelas(termos.parcelas)}.${porOnde(causa)}`,
    entidade: 'cliente',
    entidadeId: clienteId,
    dados: { negociacao: id, contas: pedido.contas, ...(causa.origem !== 'usuario' && { origem: causa.origem }) },
  })
  if (pedido.enviar_mensagem) await confirmarAcordo(trx, clienteId, termos, causa.agora)
  return id
}

/** The channel that it came through, when no operator made it. */
const porOnde = ({ origem }: Causa) => (origem === 'usuario' ? '' : ` Feito ${POR_ONDE[origem]}.`)

/**
 * A person ends an agreement: if it is running, the originals reopen and that person serves the customer; if it only waits, no
 * status changes.
 */
export const cancelarNegociacao = (db: Db, clienteId: number, id: number, motivo: string, autor: Autor) =>
  emTransacao(db, async (trx) => {
    await travarParaPessoa(trx, clienteId, autor)
    const negociacao = await trx
      .selectFrom('negociacao')
      .selectAll()
      .where('id', '=', id)
      .where('cliente_id', '=', clienteId)
      .executeTakeFirst()
    if (!negociacao) throw new NaoEncontrado('Este acordo não existe ou é de outro cliente.')
    if (emEspera(negociacao)) return encerrarEmEspera(trx, [negociacao], 'cancelada', autor, motivo)
    if (negociacao.status !== 'ativa') {
      throw new RegraViolada('acordo_encerrado', 'Este acordo já terminou e não pode ser cancelado.')
    }
    await encerrar(trx, [negociacao], 'cancelada', motivo, autor)
    await aoCancelarAcordo(trx, clienteId, autor)
    await reconciliar(trx, [clienteId], autor)
  })

/** What of an agreement would go beyond the policy in force today; nothing is locked or written. */
export async function conferirAcordo(
  db: Db,
  clienteId: number,
  pedido: Omit<Pedido, 'enviar_mensagem'>,
  agora: Date,
): Promise<string[]> {
  const politica = await lerPolitica(db)
  if (!politica.ativa) return []
  const hoje = diaDe(agora)
  const contas = await negociaveis(db, await lerAbertas(db, clienteId, pedido.contas), hoje)
  const { calendario } = await lerConfiguracao(db)
  const quebrou = await quebrouAntes(db, clienteId)
  return alemDe(calcularTermos(contas, pedido, hoje), { politica, contas, quebrou, hoje, calendario })
}

const alemDe = (
  { valorCentavos: negociadoCentavos, parcelas }: Termos,
  { politica, ...pedido }: Omit<AcordoPedido, 'negociadoCentavos' | 'parcelas'> & { politica: Politica },
) => alemDaPolitica(politica, { ...pedido, negociadoCentavos, parcelas })

async function gravarAcordo(
  trx: Trx,
  clienteId: number,
  termos: Termos,
  pedido: Pedido,
  causa: Causa,
  politicaVersao: number | null,
): Promise<number> {
  const { id } = await trx
    .insertInto('negociacao')
    .values({
      cliente_id: clienteId,
      status: 'ativa',
      valor_original_centavos: termos.originalCentavos,
      encargos_centavos: termos.encargosCentavos,
      desconto_centavos: termos.descontoCentavos,
      valor_negociado_centavos: termos.valorCentavos,
      observacao: pedido.observacao || null,
      usuario_id: causa.usuarioId ?? null,
      criada_em: causa.agora,
      politica_versao: politicaVersao,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
