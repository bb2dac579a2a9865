import { sql } from 'kysely'
import { type Causa, peloSistema } from '#domain/causa.ts'
import { diaDe } from '#domain/data.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { EM_ESPERA } from '#domain/negociacao.ts'
import type { Oferta } from '#domain/oferta.ts'
import { aosPoucos } from '#server/clientes/aos-poucos.ts'
import { reconciliar } from '#server/clientes/automaticas.actions.ts'
import {
  type AcordoEmEspera,
  anunciarAcordo,
  conferirPropostas,
  encerrarEmEspera,
} from '#server/clientes/propostas.actions.ts'
import { fixarCalendario } from '#server/configuracao/configuracao.queries.ts'
import { lista } from '#server/db/lista.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { registrarNoCliente } from '#server/logs/logs.actions.ts'
import { PROPOSTA_MUDOU } from '#server/saldo/acordos.queries.ts'
import { confirmarAcordo, efetivar, guardarContas, travarAbertas } from './efetivar.actions.ts'
import { lerPrevistas } from './negociacoes.queries.ts'

/** Records the offer that a customer, who is locked, accepted: nothing else changes until its first payment. */
export async function proporAcordo(
  trx: Trx,
  clienteId: number,
  oferta: Oferta,
  politicaVersao: number,
  { agora }: Causa,
): Promise<number> {
  const contas = await travarAbertas(trx, clienteId, oferta.contas)
  const { id } = await trx
    .insertInto('negociacao')
    .values({
      cliente_id: clienteId,
      status: 'proposta',
      origem: 'pagina',
      valor_original_centavos: oferta.originalCentavos,
      encargos_centavos: oferta.encargosCentavos,
      desconto_centavos: oferta.descontoCentavos,
      valor_negociado_centavos: oferta.negociadoCentavos,
      observacao: null,
      usuario_id: null,
      criada_em: agora,
      vence_em: oferta.parcelas[0]!.vencimento,
      parcelas_previstas: JSON.stringify(oferta.parcelas),
      politica_versao: politicaVersao,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await guardarContas(trx, id, contas)
  return id
}

/**
 * The first payment of an accepted offer came in time, and nothing changed (by `decidir` of the domain), even if it is learned
 * late: the agreement takes effect. Returns the account that the payment pays. The caller has locked the calendar, then the
 * customer, who stays with whoever serves or awaits them.
 */
export async function iniciarProposta(trx: Trx, id: number, causa: Causa): Promise<number> {
  const acordo = await trx.selectFrom('negociacao').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const calendario = await fixarCalendario(trx)
  const ids = await trx.selectFrom('negociacao_conta').select('conta_id').where('negociacao_id', '=', id).execute()
  const contas = await travarAbertas(
    trx,
    acordo.cliente_id,
    ids.map(({ conta_id }) => conta_id),
  )
  await trx
    .updateTable('negociacao')
    .set({ status: 'ativa', encerrada_em: null, motivo: null, mudada_em: causa.agora })
    .where('id', '=', id)
    .execute()
  const parcelas = lerPrevistas(acordo.parcelas_previstas)
  const primeira = await efetivar(trx, id, contas, { parcelas, calendario }, causa.agora)
  await reconciliar(trx, [acordo.cliente_id], causa)
  const valorCentavos = acordo.valor_negociado_centavos
  const descricao = frase`Acordo ${id} de ${oCliente(acordo.cliente_id)} começou: ${formatarReais(parcelas[0]!.valorCentavos)} de ${formatarReais(valorCentavos)} pagos pelo código.`
  await registrarNoCliente(trx, 'negociacao', acordo, 'iniciar', descricao, causa)
  await anunciarAcordo(trx, acordo)
  if (parcelas.length > 1) await confirmarAcordo(trx, acordo.cliente_id, { valorCentavos, parcelas }, causa.agora, true)
  return primeira
}

/**
 * Ends offers not paid and agreements not approved in time, and those whose accounts changed meanwhile. Run by a job; safe
 * anywhere, any time. Returns how many ended.
 */
export async function encerrarEsperas(db: Db, agora: Date): Promise<number> {
  const hoje = diaDe(agora)
  const { rows } = await sql<AcordoEmEspera>`
    select n.id, n.cliente_id from negociacao n where n.status in ${lista(EM_ESPERA)}
      and (n.vence_em < ${hoje}::date or (n.status = 'proposta' and ${PROPOSTA_MUDOU})) order by n.id`.execute(db)
  return aosPoucos(db, rows, async (trx, _, clientes) => {
    const mudaram = await conferirPropostas(trx, clientes, peloSistema(agora))
    // Under the locks: they may have been paid, decided or cancelled meanwhile.
    const vencidas = await trx
      .selectFrom('negociacao')
      .selectAll()
      .where('cliente_id', '=', sql<number>`any(${clientes}::bigint[])`)
      .where('status', 'in', EM_ESPERA)
      .where('vence_em', '<', hoje)
      .orderBy('id')
      .execute()
    await encerrarEmEspera(trx, vencidas, 'expirada', peloSistema(agora))
    return mudaram + vencidas.length
  })
}
