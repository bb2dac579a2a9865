import { sql } from 'kysely'
import type { Causa } from '#domain/causa.ts'
import type { Situacao } from '#domain/conta.ts'
import { type Dia, diaDe } from '#domain/data.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import { type Frase, frase, oCliente } from '#domain/frase-do-log.ts'
import type { VerboDe } from '#domain/log.ts'
import {
  A_CONFERIR,
  aoMudarContas,
  julgar,
  type PromessaComPagamentos,
  pagoDa,
  type StatusPromessa,
} from '#domain/promessa.ts'
import { lista } from '#server/db/lista.ts'
import type { Trx } from '#server/db/schema.ts'
import { registrar, registroNoCliente } from '#server/logs/logs.actions.ts'

interface PromessaLida extends PromessaComPagamentos {
  id: number
  clienteId: number
}

/**
 * After a write to accounts of these customers, under their locks: what was paid of each promise, and how it stands by that.
 * Gives the customers with a promise that broke. One statement while nothing changes.
 */
export async function conferirPromessas(trx: Trx, clienteIds: readonly number[], causa: Causa): Promise<number[]> {
  const hoje = diaDe(causa.agora)
  const promessas = await lerVivas(trx, clienteIds)
  const mudadas = promessas.flatMap((promessa) => {
    const para = aoMudarContas(promessa, hoje)
    return para === promessa.status && pagoDa(promessa) === promessa.pagoAntes ? [] : [{ promessa, para }]
  })
  await gravarPromessas(trx, mudadas, causa)
  return mudadas.flatMap(({ promessa, para }) =>
    promessa.status === 'cumprida' && para === 'quebrada' ? promessa.clienteId : [],
  )
}

/** Pending promises whose last day is over, under their customers' locks: kept in part, or broken. */
export async function julgarPromessas(trx: Trx, ids: readonly number[], causa: Causa): Promise<void> {
  const promessas = await lerEstas(trx, ids)
  const julgadas = promessas.map((promessa) => ({ promessa, para: julgar(promessa.pagoCentavos) }))
  await gravarPromessas(trx, julgadas, causa)
}

/** Ends pending promises before their day, by a person's word or because their accounts went elsewhere. */
export async function encerrarPromessas(trx: Trx, ids: readonly number[], causa: Causa, motivo: string): Promise<void> {
  const promessas = await lerEstas(trx, ids)
  const canceladas = promessas.map((promessa) => ({ promessa, para: 'cancelada' as const }))
  await gravarPromessas(trx, canceladas, causa, motivo)
}

const lerEstas = (trx: Trx, ids: readonly number[]) => lerPromessas(trx, sql`p.id = any(${[...ids]}::bigint[])`)

const lerVivas = (trx: Trx, clienteIds: readonly number[]) =>
  lerPromessas(trx, sql`p.cliente_id = any(${[...clienteIds]}::bigint[]) and p.status in ${lista(A_CONFERIR)}`)

/**
 * What payments brought to a promise `p` since it was made. Of a movement applied again, because a part of it went back or it was
 * decided otherwise, what was there before is no new money.
 */
const PAGO_DESDE = sql`(select coalesce(sum(greatest(agora - antes, 0)), 0)::bigint from (
    select coalesce(sum(x.principal_centavos + x.encargos_centavos) filter (where g.estornado_em is null), 0) as agora,
      coalesce(sum(x.principal_centavos + x.encargos_centavos)
        filter (where g.id <= p.depois_de and (g.estornado_em is null or g.estornado_em > p.criada_em)), 0) as antes
    from promessa_conta pc join pagamento_alocacao x on x.conta_id = pc.conta_id join pagamento g on g.id = x.pagamento_id
    where pc.promessa_id = p.id group by coalesce(g.movimento_id, -g.id)) as trazido)`

async function lerPromessas(trx: Trx, quais: ReturnType<typeof sql>): Promise<PromessaLida[]> {
  const { rows } = await sql<PromessaLida>`
    select p.id, p.cliente_id as "clienteId", p.status, p.valor_centavos as "valorCentavos",
      p.pago_centavos as "pagoAntes", p.limite,
      ${PAGO_DESDE} as "pagoCentavos",
      (select jsonb_agg(a.situacao) from promessa_conta pc join conta a on a.id = pc.conta_id
        where pc.promessa_id = p.id) as contas,
      exists (select from promessa_conta pc join promessa_conta outra on outra.conta_id = pc.conta_id and outra.pendente
        where pc.promessa_id = p.id and outra.promessa_id <> p.id)
        or exists (select from promessa_conta pc join contestacao_conta cc on cc.conta_id = pc.conta_id and cc.aberta
        where pc.promessa_id = p.id) as ocupada
    from promessa p where ${quais} order by p.id`.execute(trx)
  return rows
}

interface Mudada {
  promessa: PromessaLida
  para: StatusPromessa
}

async function gravarPromessas(trx: Trx, mudadas: readonly Mudada[], causa: Causa, motivo?: string) {
  if (mudadas.length === 0) return
  const linhas = mudadas.map(({ promessa, para }) => ({
    id: promessa.id,
    pago: pagoDa(promessa),
    para,
    mudou: para !== promessa.status,
    motivo: motivo ?? (para === 'cancelada' ? porqueTerminou(promessa) : null),
  }))
  await sql`
    with n as materialized (select * from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb)
      as x(id bigint, pago bigint, para text, mudou boolean, motivo text)),
    contas as (update promessa_conta pc set pendente = n.para = 'pendente' from n where pc.promessa_id = n.id and n.mudou)
    update promessa p set pago_centavos = n.pago, status = n.para,
      encerrada_em = case when not n.mudou then p.encerrada_em when n.para <> 'pendente' then ${causa.agora}::timestamptz end,
      mudada_em = case when n.mudou then ${causa.agora} else p.mudada_em end,
      motivo = case when n.mudou then n.motivo else p.motivo end
    from n where p.id = n.id`.execute(trx)
  const passaram = mudadas.filter(({ promessa, para }) => para !== promessa.status)
  await registrar(trx, ...passaram.map((uma) => registro(uma, causa, motivo)))
}

function registro({ promessa, para }: Mudada, causa: Causa, motivo: string | undefined) {
  const [verbo, descricao] = dizer(promessa, para)
  const dela = { id: promessa.id, cliente_id: promessa.clienteId }
  return registroNoCliente('promessa', dela, verbo, descricao, causa, {
    motivo,
    nivel: verbo === 'quebrar' ? 'aviso' : 'info',
  })
}

const porqueTerminou = ({ contas, ocupada }: PromessaLida): string => {
  if (contas.includes('negociada' satisfies Situacao)) return 'Um acordo foi fechado sobre uma das contas.'
  return ocupada ? 'Outra promessa, ou uma contestação, tomou o lugar desta.' : 'Uma das contas foi cancelada.'
}

function dizer(
  { id, clienteId, pagoCentavos, valorCentavos }: PromessaLida,
  para: StatusPromessa,
): [VerboDe<'promessa'>, Frase] {
  const qual = frase`Promessa ${id} de ${oCliente(clienteId)}`
  const partes = frase`${formatarReais(pagoCentavos)} de ${formatarReais(valorCentavos)}`
  if (para === 'cumprida') return ['cumprir', frase`${qual} cumprida.`]
  if (para === 'pendente') return ['reabrir', frase`${qual} voltou a ser esperada: um pagamento foi estornado.`]
  if (para === 'cancelada') return ['cancelar', frase`${qual} cancelada.`]
  return ['quebrar', para === 'parcial' ? frase`${qual} cumprida só em parte: ${partes}.` : frase`${qual} quebrada.`]
}

/** The limits of what is pending follow the calendar. */
export async function moverLimites(trx: Trx, limiteDe: (ate: Dia) => Dia): Promise<void> {
  const dias = await trx.selectFrom('promessa').select('ate').distinct().where('status', '=', 'pendente').execute()
  const novos = dias.map(({ ate }) => ({ ate, limite: limiteDe(ate) }))
  await sql`update promessa p set limite = n.limite
    from jsonb_to_recordset(${JSON.stringify(novos)}::jsonb) as n(ate date, limite date)
    where p.status = 'pendente' and p.ate = n.ate and p.limite <> n.limite`.execute(trx)
}
