import { createHash } from 'node:crypto'
import type { Codigo } from '#contract/codigos.ts'
import type { Negociacao } from '#contract/negociacoes.ts'
import type { Causa } from '#domain/causa.ts'
import { diaDe, formatarDia } from '#domain/data.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import { RegraViolada } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import type { Oferta } from '#domain/oferta.ts'
import { travarParaCausa } from '#server/clientes/clientes.actions.ts'
import { anunciarAcordo } from '#server/clientes/propostas.actions.ts'
import { iniciarCodigoDoAcordo, type MeiosDoCodigo } from '#server/codigos/acordo.actions.ts'
import { terminarCodigo } from '#server/codigos/emitir.actions.ts'
import type { CodigoPreparado } from '#server/codigos/preparar.actions.ts'
import type { Trx } from '#server/db/schema.ts'
import { registrarNoCliente } from '#server/logs/logs.actions.ts'
import { verNegociacao } from '#server/negociacoes/negociacoes.queries.ts'
import { proporAcordo } from '#server/negociacoes/propostas.actions.ts'
import { recusarOutroAcordo } from '#server/saldo/acordos.queries.ts'
import type { Servicos } from '#server/servicos.ts'
import { ofertasDe } from './ofertas.queries.ts'

export interface PedidoDeAceite {
  clienteId: number
  ofertaId: number
  /** Who receives: `exigirRecebedor` of codes, asked before the transaction. */
  meios: MeiosDoCodigo
  causa: Causa
  /** From where, and by which link: kept beside the words that were accepted. */
  prova: { endereco: string | null; tokenHash: Buffer }
}

export interface AceiteIniciado {
  negociacaoId: number
  codigo: CodigoPreparado
}

/**
 * A customer accepts one of today's offers, in the caller's transaction: it becomes a proposal, with the code of its first
 * payment. 409 `acordo_em_andamento` while another agreement is under way, `oferta_mudou` when it is no longer one of their
 * offers.
 */
export async function iniciarAceite(
  trx: Trx,
  { clienteId, ofertaId, meios, causa, prova }: PedidoDeAceite,
): Promise<AceiteIniciado> {
  await travarParaCausa(trx, clienteId, causa)
  await recusarOutroAcordo(trx, clienteId)
  const { ofertas, versao } = await ofertasDe(trx, clienteId, causa.agora)
  const oferta = ofertas.find(({ id }) => id === ofertaId)
  if (!oferta)
    throw new RegraViolada('oferta_mudou', 'Esta oferta mudou ou não vale mais hoje. Veja as ofertas de agora.')
  const negociacaoId = await proporAcordo(trx, clienteId, oferta, versao, causa)
  await guardarAceite(trx, negociacaoId, oferta, prova, causa.agora)
  const codigo = await iniciarCodigoDoAcordo(
    trx,
    await entradaDe(trx, clienteId, negociacaoId, oferta),
    meios,
    causa.agora,
  )
  const { valorCentavos, vencimento } = oferta.parcelas[0]!
  const acordo = { id: negociacaoId, cliente_id: clienteId, usuario_id: null }
  const descricao = frase`Proposta ${negociacaoId} aceita por ${oCliente(clienteId)}: ${formatarReais(oferta.negociadoCentavos)}. Começa com ${formatarReais(valorCentavos)} até ${formatarDia(vencimento)}.`
  await registrarNoCliente(trx, 'negociacao', acordo, 'aceitar', descricao, causa)
  await anunciarAcordo(trx, acordo)
  return { negociacaoId, codigo }
}

const guardarAceite = (
  trx: Trx,
  negociacaoId: number,
  { id, negociadoCentavos, texto }: Oferta,
  { endereco, tokenHash }: PedidoDeAceite['prova'],
  agora: Date,
) =>
  trx
    .insertInto('aceite')
    .values({
      negociacao_id: negociacaoId,
      oferta_id: id,
      total_centavos: negociadoCentavos,
      texto,
      texto_hash: createHash('sha256').update(texto).digest(),
      em: agora,
      endereco,
      token_hash: tokenHash,
    })
    .execute()

async function entradaDe(trx: Trx, clienteId: number, negociacaoId: number, { parcelas }: Oferta) {
  const contas = await trx
    .selectFrom('negociacao_conta')
    .innerJoin('conta', 'conta.id', 'negociacao_conta.conta_id')
    .select(['conta.id', 'aberto_centavos'])
    .where('negociacao_id', '=', negociacaoId)
    .orderBy('conta.vencimento_util')
    .orderBy('conta.id')
    .execute()
  const { valorCentavos, vencimento: ate } = parcelas[0]!
  return {
    clienteId,
    negociacaoId,
    valorCentavos,
    ate,
    contas: contas.map(({ id, aberto_centavos }) => ({ id, abertoCentavos: aberto_centavos })),
  }
}

/** What the customer is answered: the agreement, which begins with its code. */
export type AcordoAceito = Negociacao & { codigo: Codigo }

/** Outside any transaction: asks the PSP for the code, where that is still to be done. */
export async function terminarAceite(
  servicos: Pick<Servicos, 'db' | 'pix' | 'relogio' | 'log'>,
  { negociacaoId, codigo }: AceiteIniciado,
): Promise<AcordoAceito> {
  const pronto = await terminarCodigo(servicos, codigo)
  return { ...(await verNegociacao(servicos.db, negociacaoId, diaDe(servicos.relogio.agora()))), codigo: pronto }
}
