import { sql } from 'kysely'
import type { Causa } from '#domain/causa.ts'
import { formatarDia } from '#domain/data.ts'
import { type Frase, frase, oCliente } from '#domain/frase-do-log.ts'
import type { VerboDe } from '#domain/log.ts'
import type { StatusNegociacao } from '#domain/negociacao.ts'
import type { Linha, Trx } from '#server/db/schema.ts'
import { notificar } from '#server/eventos/notificar.ts'
import { registrar, registroNoCliente } from '#server/logs/logs.actions.ts'
import { PROPOSTA_MUDOU } from '#server/saldo/acordos.queries.ts'

export type AcordoEmEspera = Pick<Linha<'negociacao'>, 'id' | 'cliente_id' | 'usuario_id' | 'vence_em' | 'status'>

/**
 * After a write to accounts of these customers, under their locks: cancels accepted offers whose accounts now owe
 * something else. One statement when nothing changed. Gives how many ended.
 */
export async function conferirPropostas(trx: Trx, clienteIds: readonly number[], causa: Causa): Promise<number> {
  const { rows } = await sql<AcordoEmEspera>`
    select n.id, n.cliente_id, n.usuario_id, n.vence_em, n.status from negociacao n
    where n.cliente_id = any(${[...clienteIds]}::bigint[]) and n.status = 'proposta' and ${PROPOSTA_MUDOU}
    order by n.id`.execute(trx)
  await encerrarEmEspera(trx, rows, 'cancelada', causa, MUDOU)
  return rows.length
}

const MUDOU = 'O que uma das contas deve mudou depois do aceite.'

type Fim = Extract<StatusNegociacao, 'cancelada' | 'recusada' | 'expirada'>
const VERBOS: Record<Fim, VerboDe<'negociacao'>> = { cancelada: 'cancelar', recusada: 'recusar', expirada: 'expirar' }

/**
 * Agreements that were never in force end, under their customers' locks: nothing stood for them but a code, which ends too. No
 * status moves. Their authors and whoever has the customers hear of it.
 */
export async function encerrarEmEspera(
  trx: Trx,
  acordos: readonly AcordoEmEspera[],
  para: Fim,
  causa: Causa,
  motivo?: string,
): Promise<void> {
  if (acordos.length === 0) return
  const ids = acordos.map(({ id }) => id)
  await trx
    .updateTable('negociacao')
    .set({
      status: para,
      motivo: motivo ?? null,
      encerrada_em: causa.agora,
      ...(para === 'recusada' && { decidida_por: causa.usuarioId ?? null, decidida_em: causa.agora }),
    })
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  await sql`update codigo set situacao = ${para === 'expirada' ? 'expirado' : 'cancelado'}
    where negociacao_id = any(${ids}::bigint[]) and situacao = 'emitido'`.execute(trx)
  const dizerUm = (acordo: AcordoEmEspera) =>
    registroNoCliente('negociacao', acordo, VERBOS[para], dizer(acordo, para), causa, { motivo })
  await registrar(trx, ...acordos.map(dizerUm))
  await anunciarAcordo(trx, ...acordos)
  if (para !== 'cancelada') await avisarAutores(trx, acordos, para)
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

type DeQuem = Pick<AcordoEmEspera, 'cliente_id' | 'usuario_id'>

/** The customers' owners, the agreements' authors, and those who decide about waiting agreements. */
export async function anunciarAcordo(trx: Trx, ...acordos: DeQuem[]): Promise<void> {
  const ids = acordos.map(({ cliente_id }) => cliente_id)
  const clientes = await trx
    .selectFrom('cliente')
    .select(['id', 'operador_id'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  const donos = new Map(clientes.map(({ id, operador_id }) => [id, operador_id]))
  const eventos = acordos.map(({ cliente_id, usuario_id }) => {
    const operador_id = donos.get(cliente_id) ?? null
    return { tipo: 'cliente' as const, cliente_id, operador_id, operador_anterior_id: usuario_id }
  })
  await notificar(trx, ...eventos, { tipo: 'badges', cliente_id: null, operador_id: null })
}

/** Whoever asked for one (an accepted offer has nobody) hears on any screen what became of it, whoever has the customer by now. */
export async function avisarAutores(
  trx: Trx,
  acordos: readonly DeQuem[],
  status: 'ativa' | 'recusada' | 'expirada',
): Promise<void> {
  const eventos = acordos.flatMap(({ cliente_id, usuario_id: operador_id }) =>
    operador_id === null ? [] : { tipo: 'acordo' as const, cliente_id, operador_id, status },
  )
  await notificar(trx, ...eventos)
}
