import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { PorqueRetida } from '#domain/despacho.ts'
import { RegraViolada } from '#domain/erros.ts'
import { DA_REGUA, ehDaRegua } from '#domain/mensagem.ts'
import { plural } from '#domain/plural.ts'
import { lista } from '#server/db/lista.ts'
import { COMECAR_OUTRA_HISTORIA } from '#server/db/outra-historia.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { notificarTodos } from '#server/eventos/notificar.ts'
import { type Quem, registrar } from '#server/logs/logs.actions.ts'
import { acordarSaida, cancelar } from '#server/saida/saida.actions.ts'
import { registrarDesconhecidas } from './desconhecidas.actions.ts'
import { travarComPessoas } from './resultados.actions.ts'

/** An administrator's choices about held messages. */
export type Decisao = 'enviar' | 'enviar_menos_confirmadas' | 'cancelar'

const DESCRICOES: Record<PorqueRetida, string> = {
  posicao:
    'Este servidor já tinha enviado mensagens que o banco de dados não conhece: ele foi restaurado de uma cópia mais antiga.',
  status:
    'A Meta confirmou mensagens que, para o banco de dados, nunca saíram: ele foi restaurado de uma cópia mais antiga.',
  pedido: 'O banco de dados foi restaurado de uma cópia, e o início disse isso (DATABASE_RESTORED).',
}

/**
 * Holds all sending until an administrator releases it, and tells programs that events start over. When already held,
 * reports nothing again unless a person names another restore.
 */
export async function reter(trx: Trx, porque: PorqueRetida, agora: Date, perdidos: number | null = null) {
  const { numUpdatedRows } = await trx
    .updateTable('despacho')
    .set({ retida_em: agora, retida_porque: porque, envios_perdidos: perdidos })
    .where('retida_em', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n || porque === 'pedido') await comecarOutraHistoria(trx)
  if (numUpdatedRows === 0n) return
  await registrar(trx, {
    agora,
    nivel: 'erro',
    acao: 'whatsapp.reter_envio',
    descricao: `O envio foi retido. ${DESCRICOES[porque]}`,
    dados: { porque, perdidos },
  })
  await notificarTodos(trx, 'badges')
}

/** A month of events goes at once, which may take longer than any other statement. */
async function comecarOutraHistoria(trx: Trx) {
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql.raw(COMECAR_OUTRA_HISTORIA).execute(trx)
}

const RESTAURADO = {
  codigo: 'banco_restaurado',
  mensagem: 'O banco de dados foi restaurado e a mensagem não saiu. Escreva de novo, se ainda for o caso.',
}

/**
 * Releases what is held. A message that is not released may have been sent before the restore: the engine's get an
 * unknown outcome, so that the step and the day stay spent and a webhook may still prove them; people's are cancelled.
 * A new history begins: reports about the lost one no longer hold sending.
 */
export async function liberarRetencao(db: Db, decisao: Decisao, agora: Date, quem: Quem) {
  return emTransacao(db, async (trx) => {
    const { retida_em, linhagem } = await trx.selectFrom('despacho').selectAll().forUpdate().executeTakeFirstOrThrow()
    if (retida_em === null) throw new RegraViolada('sem_retencao', 'O envio não está retido.')
    await sql`update mensagem set envio = 'fila' where envio = 'reivindicada'`.execute(trx)
    const canceladas = decisao === 'enviar' ? 0 : await darPorEnviadas(trx, decisao === 'cancelar', agora)
    await sql`
      update despacho set retida_em = null, retida_porque = null, envios_perdidos = null,
        linhagem = ${randomBytes(4).toString('hex')}, linhagens_anteriores = linhagens_anteriores || ${linhagem}::text`.execute(
      trx,
    )
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from mensagem where envio = 'fila'`.execute(trx)
    const liberadas = rows[0]!.n
    await registrar(trx, {
      agora,
      ...quem,
      nivel: 'aviso',
      acao: 'whatsapp.liberar_envio',
      descricao: `O envio retido foi liberado: ${plural(liberadas, 'mensagem na fila pode sair', 'mensagens na fila podem sair')}, ${plural(canceladas, 'não sai', 'não saem')}.`,
      dados: { decisao, liberadas, canceladas },
    })
    await acordarSaida(trx)
    await notificarTodos(trx, 'badges')
    return { liberadas, canceladas }
  })
}

/**
 * All that is queued, or only engine messages to phones that Meta is known to have reached in the lost history. Returns
 * how many.
 */
async function darPorEnviadas(trx: Trx, todas: boolean, agora: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from mensagem m
    where envio = 'fila' and (${todas} or (finalidade in ${lista(DA_REGUA)}
      and exists (select from envio_sem_registro e where e.contato_id = m.contato_id)))`.execute(trx)
  const { mensagens } = await travarComPessoas(
    trx,
    rows.map(({ id }) => id),
  )
  // Meta may have told of some before the locks.
  const presas = mensagens.filter(({ envio }) => envio === 'fila')
  const regua = presas.filter(ehDaRegua).map(({ id }) => id)
  const pessoas = presas.filter((uma) => !ehDaRegua(uma)).map(({ id }) => id)
  await sql`update mensagem set envio = 'enviando', enviando_em = ${agora} where id = any(${regua}::bigint[])`.execute(
    trx,
  )
  await registrarDesconhecidas(trx, regua)
  await cancelar(trx, pessoas, RESTAURADO)
  return presas.length
}

/**
 * Holds sending when the message's mark belongs to the current history: then the database was restored to before it was
 * sent.
 */
export async function reterSeDesta(trx: Trx, referencia: string, agora: Date): Promise<void> {
  const { linhagem } = await trx.selectFrom('despacho').select('linhagem').executeTakeFirstOrThrow()
  if (referencia.startsWith(linhagem)) await reter(trx, 'status', agora)
}

/** A status of a message of ours that this database does not know. */
export interface SemRegistro {
  referencia: string
  status: string
  /** The phone as Meta names it: digits. */
  canonico: string | null
  em: string
}

/**
 * Messages with the mark of this history that are missing from it: the database was restored, and sending is held.
 * Those they reached count as written to on that day, also when the mark is of an earlier history that was released.
 */
export async function anotarSemRegistro(trx: Trx, achados: readonly SemRegistro[], agora: Date): Promise<void> {
  if (achados.length === 0) return
  const { linhagem, linhagens_anteriores } = await trx
    .selectFrom('despacho')
    .select(['linhagem', 'linhagens_anteriores'])
    .executeTakeFirstOrThrow()
  const de = (linhagens: string[]) => (um: SemRegistro) => linhagens.includes(um.referencia.slice(0, 8))
  const nossos = achados.filter(de([linhagem, ...linhagens_anteriores]))
  if (nossos.length === 0) return
  await sql`
    insert into envio_sem_registro (referencia, contato_id, status, meta_em, visto_em)
    select distinct on (n.referencia) n.referencia, t.id, n.status, n.em, ${agora}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(nossos)}::jsonb) as n(referencia uuid, canonico text, status text, em timestamptz)
      left join contato t on t.canonico = n.canonico
    order by n.referencia, n.em desc
    on conflict (referencia) do update set status = excluded.status, contato_id = coalesce(excluded.contato_id, envio_sem_registro.contato_id)`.execute(
    trx,
  )
  await sql`
    update contato t set ultimo_contato_em = greatest(t.ultimo_contato_em, n.em),
      ultimo_modelo_dia = greatest(t.ultimo_modelo_dia, (n.em at time zone 'America/Sao_Paulo')::date),
      ultima_cobranca_dia = greatest(t.ultima_cobranca_dia, (n.em at time zone 'America/Sao_Paulo')::date)
    from (select canonico, max(em) as em from jsonb_to_recordset(${JSON.stringify(nossos)}::jsonb)
      as n(canonico text, status text, em timestamptz) where status <> 'failed' group by canonico) n
    where t.canonico = n.canonico`.execute(trx)
  if (nossos.some(de([linhagem]))) await reter(trx, 'status', agora)
}
