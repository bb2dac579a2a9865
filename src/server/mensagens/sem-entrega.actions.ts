import { sql } from 'kysely'
import { DIA_MS, type Dia, diaDe, formatarDia } from '#domain/data.ts'
import { type DiaDeEntregas, SEM_ENTREGA_DIAS, semEntregaDesde, ultimoDiaSurdo } from '#domain/entrega.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { invalidarContato } from '#server/clientes/contato-invalido.actions.ts'
import { clientesDosContatos } from '#server/clientes/destinatario.queries.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { travarPessoas } from '#server/despacho/dias.actions.ts'
import { registrar } from '#server/logs/logs.actions.ts'

/** For how many days Meta tries to deliver. */
const OLHAR_DIAS = 30

interface Mudo {
  contatoId: number
  desde: string
  mensagens: number
}

/**
 * Nobody reports that a phone blocked the company: messages stay `sent` and are never delivered. A phone with two of
 * them, on different days, the first a week old or more, and no sign of life since, is no longer billed, and its
 * customers wait for a person, as with a number that is not on WhatsApp. A message from it, or a new phone, clears
 * that. While Meta reports no deliveries at all nobody is judged (`semEntregaDesde`).
 */
export async function pararSemEntrega(db: Db, agora: Date): Promise<number> {
  const mudos = await acharMudos(db, agora)
  for (const { contatoId, desde, mensagens } of mudos) {
    await emTransacao(db, async (trx) => {
      const clientes = await clientesDosContatos(trx, [contatoId])
      await travarPessoas(
        trx,
        [null, ...clientes].map((cliente_id) => ({ cliente_id, contato_id: contatoId })),
      )
      if (await deuSinal(trx, contatoId, desde)) return
      await invalidarContato(trx, contatoId, new Date(desde), agora)
      await registrar(
        trx,
        ...clientes.map((id) => ({
          agora,
          nivel: 'aviso' as const,
          acao: 'mensagem.falhar' as const,
          descricao: frase`Nenhuma das últimas ${mensagens} mensagens para ${oCliente(id)} foi entregue desde ${formatarDia(diaDe(desde))}: o cliente provavelmente bloqueou a empresa ou não usa mais este WhatsApp. A cobrança por este número parou.`,
          entidade: 'cliente',
          entidadeId: id,
        })),
      )
    })
  }
  return mudos.length
}

/** Since it was looked at; the phone is locked. */
async function deuSinal(trx: Trx, contatoId: number, desde: string): Promise<boolean> {
  const { rows } = await sql`
    select from mensagem where contato_id = ${contatoId} and (direcao = 'recebida' and created_at >= ${desde}
      or aceita_em >= ${desde} and (entregue_em is not null or lida_em is not null)) limit 1`.execute(trx)
  return rows.length > 0
}

async function acharMudos(db: Db, agora: Date): Promise<Mudo[]> {
  const dias = await contarDias(db, agora)
  const calados = await acharCalados(db, ultimoDiaSurdo(dias), agora)
  return calados.flatMap(({ contatoId, enviadas }) => {
    const mudo = semEntregaDesde(
      enviadas.map((em) => new Date(em).toISOString()),
      dias,
      agora,
    )
    return mudo ? [{ contatoId, ...mudo }] : []
  })
}

/** Phones with undelivered messages of two days, all later than `surdo`, and no sign since the first of them. */
async function acharCalados(db: Db, surdo: Dia | null, agora: Date) {
  const [antes, depois] = [OLHAR_DIAS, SEM_ENTREGA_DIAS].map((dias) => new Date(agora.getTime() - dias * DIA_MS))
  const { rows } = await sql<{ contatoId: number; enviadas: (Date | string)[] }>`
    with velhas as (
      select contato_id, min(id) as primeira from mensagem
      where aceita_em >= greatest(${antes}::timestamptz, (${surdo}::date + 1)::timestamp at time zone 'America/Sao_Paulo')
        and aceita_em < ${depois} and status = 'enviada' and contato_id is not null
      group by contato_id
    )
    select v.contato_id as "contatoId", s.enviadas
    from velhas v join contato t on t.id = v.contato_id, lateral (
      select array_agg(m.aceita_em order by m.aceita_em) filter (where m.status = 'enviada' and m.aceita_em is not null) as enviadas,
        count(distinct (m.aceita_em at time zone 'America/Sao_Paulo')::date) filter (where m.status = 'enviada') as dias,
        bool_or(m.direcao = 'recebida' or m.entregue_em is not null or m.lida_em is not null) as deu_sinal
      from mensagem m where m.contato_id = v.contato_id and m.id >= v.primeira) as s
    where t.invalido_em is null and s.dias >= 2 and not s.deu_sinal
    order by v.contato_id`.execute(db)
  return rows
}

/** Each day of the time looked at: to how many phones the company wrote, and whether any delivery or reading was told. */
async function contarDias(db: Db, agora: Date): Promise<DiaDeEntregas[]> {
  const antes = new Date(agora.getTime() - OLHAR_DIAS * DIA_MS)
  const { rows } = await sql<DiaDeEntregas>`
    with recentes as (
      select contato_id, (aceita_em at time zone 'America/Sao_Paulo')::date as escrita,
        (entregue_em at time zone 'America/Sao_Paulo')::date as entregue,
        (lida_em at time zone 'America/Sao_Paulo')::date as lida
      from mensagem where aceita_em >= ${antes} and contato_id is not null
    )
    select dia::text as dia, count(distinct contato_id) as telefones, bool_or(entrega) as "houveEntrega"
    from (
      select escrita as dia, contato_id, false as entrega from recentes
      union all select distinct entregue, null::bigint, true from recentes where entregue is not null
      union all select distinct lida, null::bigint, true from recentes where lida is not null
    ) as vistos
    group by dia order by dia`.execute(db)
  return rows
}
