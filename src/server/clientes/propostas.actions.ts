import { sql } from 'kysely'
import type { Causa } from '#domain/causa.ts'
import { formatarDia } from '#domain/data.ts'
import { type Frase, frase, oCliente } from '#domain/frase-do-log.ts'
import type { VerboDe } from '#domain/log.ts'
import type { StatusNegociacao } from '#domain/negociacao.ts'
import type { Linha, Trx } from '#server/db/schema.ts'
import { notificar } from '#server/eventos/notificar.ts'
import { registrarNoCliente } from '#server/logs/logs.actions.ts'
import { PROPOSTA_MUDOU } from '#server/saldo/acordos.queries.ts'

export type AcordoEmEspera = Pick<Linha<'negociacao'>, 'id' | 'cliente_id' | 'usuario_id' | 'vence_em' | 'status'>

/**
 * After a write to accounts of these customers, under their locks: cancels accepted offers whose accounts now owe
 * something else. One statement when nothing changed.
 */
export async function conferirPropostas(trx: Trx, clienteIds: readonly number[], causa: Causa): Promise<void> {
  const { rows } = await sql<AcordoEmEspera>`
    select n.id, n.cliente_id, n.usuario_id, n.vence_em, n.status from negociacao n
    where n.cliente_id = any(${[...clienteIds]}::bigint[]) and n.status = 'proposta' and ${PROPOSTA_MUDOU}
    order by n.id`.execute(trx)
  for (const proposta of rows) await encerrarEspera(trx, proposta, 'cancelada', causa, MUDOU)
}

const MUDOU = 'O que uma das contas deve mudou depois do aceite.'

type Fim = Extract<StatusNegociacao, 'cancelada' | 'recusada' | 'expirada'>
const VERBOS: Record<Fim, VerboDe<'negociacao'>> = { cancelada: 'cancelar', recusada: 'recusar', expirada: 'expirar' }

/**
 * An agreement that was never in force ends, under its customer's lock: nothing stood for it but a code, which ends too. No status
 * moves. Its author and whoever has the customer hear of it.
 */
export async function encerrarEspera(
  trx: Trx,
  acordo: AcordoEmEspera,
  para: Fim,
  causa: Causa,
  motivo?: string,
): Promise<void> {
  const { id } = acordo
  await trx
    .updateTable('negociacao')
    .set({
      status: para,
      motivo: motivo ?? null,
      encerrada_em: causa.agora,
      ...(para === 'recusada' && { decidida_por: causa.usuarioId ?? null, decidida_em: causa.agora }),
    })
    .where('id', '=', id)
    .execute()
  await sql`update codigo set situacao = ${para === 'expirada' ? 'expirado' : 'cancelado'}
    where negociacao_id = ${id} and situacao = 'emitido'`.execute(trx)
  await registrarNoCliente(trx, 'negociacao', acordo, VERBOS[para], dizer(acordo, para), causa, { motivo })
  await anunciarAcordo(trx, acordo)
  if (para !== 'cancelada') await avisarAutor(trx, acordo, para)
}

function dizer({ id, cliente_id, status, vence_em }: AcordoEmEspera, para: Fim): Frase {
  const proposta = status === 'proposta'
  const qual = frase`${proposta ? 'Proposta' : 'Acordo'} ${id} de ${oCliente(cliente_id)}`
  if (para === 'cancelada') return frase`${qual} ${proposta ? 'cancelada' : 'cancelado'}.`
  if (para === 'recusada') return frase`${qual} ${proposta ? 'recusada' : 'recusado'}.`
  return proposta
    ? frase`${qual} expirou: o primeiro pagamento não veio até ${formatarDia(vence_em!)}.`
    : frase`${qual} expirou sem que alguém o aprovasse.`
}

/** The customer's owner, the agreement's author, and those who decide about waiting agreements. */
export async function anunciarAcordo(
  trx: Trx,
  { cliente_id, usuario_id }: Pick<AcordoEmEspera, 'cliente_id' | 'usuario_id'>,
): Promise<void> {
  const { operador_id } = await trx
    .selectFrom('cliente')
    .select('operador_id')
    .where('id', '=', cliente_id)
    .executeTakeFirstOrThrow()
  await notificar(
    trx,
    { tipo: 'cliente', cliente_id, operador_id, operador_anterior_id: usuario_id },
    { tipo: 'badges', cliente_id: null, operador_id: null },
  )
}

/** Whoever asked for it (an accepted offer has nobody) hears on any screen what became of it, whoever has the customer by now. */
export async function avisarAutor(
  trx: Trx,
  { cliente_id, usuario_id }: Pick<AcordoEmEspera, 'cliente_id' | 'usuario_id'>,
  status: 'ativa' | 'recusada' | 'expirada',
): Promise<void> {
  if (usuario_id !== null) await notificar(trx, { tipo: 'acordo', cliente_id, operador_id: usuario_id, status })
}
