import { sql } from 'kysely'
import type { Causa } from '#domain/causa.ts'
import {
  type MotivoFila,
  porqueEspera,
  ROTULOS_DO_STATUS,
  type StatusCliente,
  type TelefoneDoCliente,
} from '#domain/cliente.ts'
import { type Dia, formatarDia } from '#domain/data.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import type { VerboDe } from '#domain/log.ts'
import type { Trx } from '#server/db/schema.ts'
import { notificar } from '#server/eventos/notificar.ts'
import { telefoneNegado } from '#server/links/telefone-negado.ts'
import { registrar } from '#server/logs/logs.actions.ts'

/** A customer as they were, and what they became. */
export interface Passagem {
  cliente: { id: number; status: StatusCliente; operador_id: number | null; aguardando_motivo: MotivoFila | null }
  para: StatusCliente
  /** Why they wait, if they do. */
  motivo: MotivoFila | null
  operadorId: number | null
  pausa: { ate: Dia | null } | undefined
}

/** A log line for each that passed from a status to another, waits for another reason, or is paused. */
export async function registrarPassagens(
  trx: Trx,
  todas: readonly Passagem[],
  causa: Causa,
  verbo: VerboDe<'cliente'>,
): Promise<void> {
  const passagens = todas.filter(
    ({ cliente, para, motivo, pausa }) =>
      para !== cliente.status || motivo !== cliente.aguardando_motivo || pausa !== undefined,
  )
  const telefones = await telefonesDe(trx, passagens)
  await registrar(
    trx,
    ...passagens.map(({ cliente, para, motivo, pausa }) => ({
      agora: causa.agora,
      usuarioId: causa.usuarioId ?? null,
      ip: causa.ip ?? null,
      acao: `cliente.${verboDe(cliente.status, para, verbo)}` as const,
      descricao: frase`${oCliente(cliente.id)} ${dizer(cliente.status, para)}${pausa?.ate ? ` até ${formatarDia(pausa.ate)}` : ''}${motivo ? `: ${porqueEspera(motivo, telefones.get(cliente.id) ?? DE_QUALQUER)}` : ''}.`,
      entidade: 'cliente',
      entidadeId: cliente.id,
      dados: { de: cliente.status, para, motivo, ...(pausa?.ate && { pausado_ate: pausa.ate }) },
    })),
  )
}

/** The phones of customers who go to the queue because of `contato_invalido`; the others are not read. */
async function telefonesDe(trx: Trx, passagens: readonly Passagem[]) {
  const ids = passagens.filter(({ motivo }) => motivo === 'contato_invalido').map(({ cliente }) => cliente.id)
  if (ids.length === 0) return new Map<number, TelefoneDoCliente>()
  const { rows } = await sql<TelefoneDoCliente & { id: number }>`
    select c.id, c.telefone is not null as tem, ${telefoneNegado('c')} as negado from cliente c
    where c.id = any(${ids}::bigint[])`.execute(trx)
  return new Map(rows.map((um) => [um.id, um]))
}
const DE_QUALQUER: TelefoneDoCliente = { tem: true, negado: false }

const dizer = (de: StatusCliente, para: StatusCliente) =>
  de === para
    ? `continua ${ROTULOS_DO_STATUS[para]}`
    : `passou de ${ROTULOS_DO_STATUS[de]} para ${ROTULOS_DO_STATUS[para]}`

function verboDe(de: StatusCliente, para: StatusCliente, verbo: VerboDe<'cliente'>): VerboDe<'cliente'> {
  if (para === 'concluido') return 'concluir'
  return de === 'concluido' ? 'reabrir' : verbo
}

/** More changes than this are announced as one, and screens refetch their lists. */
const ANUNCIOS_UM_A_UM = 50

/** Everybody who may see the customers is notified. */
export async function anunciarPassagens(trx: Trx, passagens: readonly Passagem[]): Promise<void> {
  const naFila = (status: StatusCliente) => status === 'aguardando_atendimento'
  const fila = passagens.some(({ cliente, para }) => naFila(cliente.status) !== naFila(para))
  const geral = { cliente_id: null, operador_id: null }
  if (passagens.length > ANUNCIOS_UM_A_UM) {
    await notificar(trx, { tipo: 'cliente', ...geral }, { tipo: 'badges', ...geral })
    return
  }
  const eventos = passagens.map(({ cliente, para, operadorId }) => ({
    tipo: 'cliente' as const,
    cliente_id: cliente.id,
    operador_id: operadorId,
    operador_anterior_id: cliente.operador_id,
    status: para,
  }))
  await notificar(trx, ...eventos, ...(fila ? [{ tipo: 'badges' as const, ...geral }] : []))
}
