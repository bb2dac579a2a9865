import { sql } from 'kysely'
import { diaDe } from '#domain/data.ts'
import { DE_COBRANCA, DO_DIA, ehCobranca, ehDoDia } from '#domain/mensagem.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import { lista } from '#server/db/lista.ts'
import type { Linha, Trx } from '#server/db/schema.ts'

export type Donos = Pick<Linha<'mensagem'>, 'cliente_id' | 'contato_id'>
type Contato = Pick<Linha<'contato'>, 'id' | 'janela_ate' | 'wa_id'>
export type Contatos = ReadonlyMap<number, Contato>

/** Locks whom these messages are for. */
export async function travarPessoas(trx: Trx, donos: readonly Donos[]): Promise<Contatos> {
  if (donos.length === 0) return new Map()
  await travarClientes(
    trx,
    donos.flatMap(({ cliente_id }) => cliente_id ?? []),
  )
  const ids = donos.flatMap(({ contato_id }) => contato_id ?? [])
  const { rows } = await sql<Contato>`
    select id, janela_ate, wa_id from contato where id = any(${ids}::bigint[]) order by id for no key update`.execute(
    trx,
  )
  return new Map(rows.map((contato) => [contato.id, contato]))
}

/** Locks whom the messages of these ids are for, so that their rows may be locked or changed after. */
export async function travarDonos(trx: Trx, ids: readonly number[]): Promise<Contatos> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Donos>`
    select cliente_id, contato_id from mensagem where id = any(${ids}::bigint[])`.execute(trx)
  return travarPessoas(trx, rows)
}

type DoQue = Pick<Linha<'mensagem'>, 'tipo' | 'finalidade'>
type Marcada = DoQue & Pick<Linha<'mensagem'>, 'contato_id' | 'dia' | 'enviando_em' | 'created_at'>

/** Records whom templates reached and whose day they spent, and WhatsApp's form of some numbers. One write per phone. */
export async function marcarContatos(
  trx: Trx,
  mensagens: readonly Marcada[],
  agora: Date | null,
  formas: ReadonlyMap<number, string> = new Map(),
) {
  const marcas = mensagens
    .filter(({ tipo }) => tipo === 'template')
    .map((mensagem) => {
      const dia = ehDoDia(mensagem) ? (mensagem.dia ?? diaDe(mensagem.enviando_em ?? mensagem.created_at)) : null
      return { id: mensagem.contato_id, dia, cobranca: ehCobranca(mensagem) ? dia : null, em: agora }
    })
  const linhas = [...marcas, ...[...formas].map(([id, waId]) => ({ id, waId }))]
  if (linhas.length === 0) return
  await sql`
    update contato t set ultimo_modelo_dia = greatest(t.ultimo_modelo_dia, n.dia),
      ultima_cobranca_dia = greatest(t.ultima_cobranca_dia, n.cobranca),
      ultimo_contato_em = greatest(t.ultimo_contato_em, n.em), wa_id = coalesce(n.wa_id, t.wa_id)
    from (
      select id, max(dia) as dia, max(cobranca) as cobranca, max(em) as em, max("waId") as wa_id
      from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb)
        as l(id bigint, dia date, cobranca date, em timestamptz, "waId" text) group by id) as n
    where t.id = n.id`.execute(trx)
}

/**
 * Recomputes the days used by these phones: from messages delivered, possibly delivered, and reported by Meta for a lost history.
 * For messages that turned out not to be sent; the caller has locked the recipients.
 */
export async function recontarDias(trx: Trx, donos: readonly Pick<Donos, 'contato_id'>[]): Promise<void> {
  const ids = donos.flatMap(({ contato_id }) => contato_id ?? [])
  if (ids.length === 0) return
  await sql`
    update contato t set ultimo_modelo_dia = greatest(d.modelo, s.dia), ultima_cobranca_dia = greatest(d.cobranca, s.dia)
    from contato c
      cross join lateral (
        select max(g.dia) as modelo, max(g.dia) filter (where g.cobranca) as cobranca
        from (
          select finalidade in ${lista(DE_COBRANCA)} as cobranca,
            coalesce(dia, (coalesce(enviando_em, aceita_em, created_at) at time zone 'America/Sao_Paulo')::date) as dia
          from mensagem
          where contato_id = c.id and not liberada and tipo = 'template' and finalidade in ${lista(DO_DIA)}
            and (aceita_em is not null or envio = 'desconhecida' or erro_codigo = 'resultado_desconhecido')) g) d
      cross join lateral (
        select max((meta_em at time zone 'America/Sao_Paulo')::date) as dia
        from envio_sem_registro where contato_id = c.id and status <> 'failed') s
    where c.id = any(${ids}::bigint[]) and t.id = c.id`.execute(trx)
}
