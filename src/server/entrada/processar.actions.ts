import { sql } from 'kysely'
import { type OrigemDeEvento, pausaDaEspera, pausaDaFalha } from '#domain/entrada.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { passaSozinha } from '#server/http/falhas-do-ambiente.ts'
import { esperarTodos } from '#server/jobs/esperar-todos.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { type Evento, Indisponivel, type Meios, NaoEntendido, type Origem } from './origem.ts'
import { acertarAdiados } from './relogio-atrasado.actions.ts'

/** Orders that are taken together, and events of each at most. */
const ORDENS = 250
const DE_CADA_UMA = 20
const LARGURA = 8

/**
 * One turn of one system's inbox: first events without order and those that can be processed in bulk, then the rest one by one.
 * Always in order; any number of nodes may run it at once. Returns true when there was something to do.
 */
export async function processarEntrada<P>(meios: Meios, origem: Origem<P>, sinal?: AbortSignal): Promise<boolean> {
  await acertarAdiados(meios, origem.nome)
  const soltos = (await origem.soltos?.()) ?? 0
  const ordens = await ordensPendentes(meios, origem.nome)
  if (ordens.length === 0) return soltos > 0
  const emLote = (await origem.emLote?.(ordens)) ?? { feitos: 0, restam: ordens }
  let feitos = emLote.feitos
  const fila = emLote.restam.values()
  const trabalhar = async () => {
    for (const ordem of fila) feitos += await processarOrdem(meios, origem, ordem, sinal)
  }
  await esperarTodos(Array.from({ length: LARGURA }, trabalhar))
  return soltos > 0 || feitos > 0
}

/**
 * Orders with an event to process, the one waiting longest first; an order whose next event waits for a retry is
 * skipped.
 */
async function ordensPendentes({ db, relogio }: Meios, origem: OrigemDeEvento): Promise<string[]> {
  const { rows } = await sql<{ ordem: string }>`
    select ordem from (
      select ordem, id from evento_recebido
      where processado_em is null and posto_de_lado_em is null and ordem is not null and origem = ${origem}
        and ordem <> all(array(select p.ordem from evento_recebido p
          where p.processado_em is null and p.posto_de_lado_em is null and p.proxima_em > ${relogio.agora()}
            and p.ordem is not null))
      order by id limit ${ORDENS * 2}
    ) as primeiros
    group by ordem order by min(id) limit ${ORDENS}`.execute(db)
  return rows.map((linha) => linha.ordem)
}

/** The orders that no other node is at work on, locked, and the first events of each, oldest first. */
export async function tomarEmLote(
  trx: Trx,
  ordens: readonly string[],
): Promise<{ livres: string[]; eventos: Map<string, Evento[]> }> {
  const livres = await travarLivres(trx, ordens)
  const { rows } = await sql<Evento>`
    select * from (
      select e.*, row_number() over (partition by ordem order by coalesce(meta_em, recebido_em), id) as vez
      from evento_recebido e
      where ordem = any(${livres}::text[]) and processado_em is null and posto_de_lado_em is null
    ) as pendentes
    where vez <= ${DE_CADA_UMA} order by vez, id`.execute(trx)
  return { livres, eventos: Map.groupBy(rows, ({ ordem }) => ordem!) }
}

export const marcarProcessados = (trx: Trx, eventos: readonly Pick<Evento, 'id'>[], agora: Date) =>
  sql`update evento_recebido set processado_em = ${agora} where id = any(${eventos.map(({ id }) => id)}::bigint[])`.execute(
    trx,
  )

/** The lock is the order's: another node that has it is at work on the same queue. */
async function travarLivres(trx: Trx, ordens: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ ordem: string; obtida: boolean }>`
    select ordem, pg_try_advisory_xact_lock(hashtextextended('entrada:' || ordem, 0)) as obtida
    from unnest(${ordens}::text[]) as ordem`.execute(trx)
  return rows.flatMap(({ ordem, obtida }) => (obtida ? ordem : []))
}

/** All events of one order, oldest first, each in its own transaction, until none is left or one fails. Returns how many. */
export async function processarOrdem<P>(
  meios: Meios,
  origem: Origem<P>,
  ordem: string,
  sinal?: AbortSignal,
): Promise<number> {
  for (let feitos = 0; ; feitos += 1) {
    if (sinal?.aborted) return feitos
    const resultado = await processarProximo(meios, origem, ordem)
    if (resultado === 'nada') return feitos
    if (resultado === 'falhou') return feitos + 1
  }
}

/** Two transactions made the same row: the loser does it again at once, and nobody needs to know. */
const JA_EXISTE = '23505'
const DE_NOVO = 3

type Fim = 'feito' | 'falhou' | 'nada'

async function processarProximo<P>(meios: Meios, origem: Origem<P>, ordem: string, vez = 1): Promise<Fim> {
  let evento: Evento | undefined
  try {
    const visto = origem.deNovo && (await verProximo(meios.db, ordem))
    if (origem.deNovo && !visto) return 'nada'
    const preparado = await origem.preparar(ordem)
    return await emTransacao(meios.db, async (trx) => {
      evento = await tomarProximo(trx, ordem)
      if (!evento) return 'nada'
      // It came, or was told again, after the answer: it waits its turn, behind the other orders.
      if (visto && evento.id !== visto.id) return 'falhou'
      const agora = meios.relogio.agora()
      const semEfeito = await origem.processar(trx, evento, agora, preparado)
      const { numUpdatedRows } = await trx
        .updateTable('evento_recebido')
        .set({ processado_em: agora, erro: semEfeito, sem_efeito: semEfeito !== null })
        .where('id', '=', evento.id)
        .$if(visto !== undefined, (feito) => feito.where(sql<boolean>`xmin::text = ${visto!.versao}`))
        .executeTakeFirst()
      return numUpdatedRows > 0n ? 'feito' : 'falhou'
    })
  } catch (erro) {
    if (erro instanceof Indisponivel) return deixarEsperar(meios, ordem, erro)
    if (!evento) throw erro
    if ((erro as { code?: string }).code === JA_EXISTE && vez < DE_NOVO)
      return processarProximo(meios, origem, ordem, vez + 1)
    if (passaSozinha(erro)) {
      // It waits like one whose system does not answer, and the turn fails, which the log is told once.
      await deixarEsperar(meios, ordem, new Indisponivel(AMBIENTE)).catch(() => undefined)
      throw erro
    }
    // An event set aside no longer blocks its queue: the next one follows at once.
    return (await anotarFalha(meios, origem, evento, erro)) ? 'feito' : 'falhou'
  }
}

async function tomarProximo(trx: Trx, ordem: string): Promise<Evento | undefined> {
  if ((await travarLivres(trx, [ordem])).length === 0) return undefined
  return proximoDa(trx, ordem).selectAll().executeTakeFirst()
}

/** The next event, unlocked, and the version of its row. */
const verProximo = (db: Db, ordem: string) =>
  proximoDa(db, ordem)
    .select(['id', sql<string>`xmin::text`.as('versao')])
    .executeTakeFirst()

const proximoDa = (db: Db | Trx, ordem: string) =>
  db
    .selectFrom('evento_recebido')
    .where('ordem', '=', ordem)
    .where('processado_em', 'is', null)
    .where('posto_de_lado_em', 'is', null)
    .orderBy((eb) => eb.fn.coalesce('meta_em', 'recebido_em'))
    .orderBy('id')
    .limit(1)

/** The event is retried later, after pauses that grow with its age. */
const deixarEsperar = ({ db, relogio }: Meios, ordem: string, porque: Indisponivel): Promise<Fim> =>
  emTransacao(db, async (trx) => {
    const evento = await tomarProximo(trx, ordem)
    if (!evento) return 'nada'
    const agora = relogio.agora()
    const segundos = pausaDaEspera(new Date(evento.recebido_em), agora)
    await adiar(trx, evento.id, porque.message, new Date(agora.getTime() + segundos * 1_000))
    return 'falhou'
  })

const adiar = (db: Db | Trx, id: number, erro: string, ate: Date) =>
  db
    .updateTable('evento_recebido')
    .set({ erro: erro.slice(0, 2000), proxima_em: ate })
    .where('id', '=', id)
    .execute()

/**
 * An error that may be temporary is retried after a pause, and the event set aside when it fails every time; a
 * permanent one is set aside at once. Administrators see it, and the others continue. Returns whether it was set aside.
 */
async function anotarFalha<P>(
  { db, relogio, log }: Meios,
  origem: Origem<P>,
  evento: Evento,
  falha: unknown,
): Promise<boolean> {
  const agora = relogio.agora()
  const tentativas = evento.tentativas + 1
  const estranho = falha instanceof NaoEntendido
  const pausa = semConserto(falha) ? null : pausaDaFalha(tentativas)
  if (!estranho)
    log.error({ err: falha, evento: evento.id, tentativas }, `um evento ${origem.deQuem} não pôde ser processado`)
  const erro = estranho ? falha.message : FALHOU
  await emTransacao(db, async (trx) => {
    await adiar(trx, evento.id, erro, new Date(agora.getTime() + (pausa ?? 0) * 1_000))
    await trx
      .updateTable('evento_recebido')
      .set({ tentativas, posto_de_lado_em: pausa === null ? agora : null })
      .where('id', '=', evento.id)
      .execute()
    if (pausa !== null) return
    await registrar(trx, {
      agora,
      nivel: estranho ? 'aviso' : 'erro',
      acao: `${origem.assunto}.separar_evento`,
      descricao: estranho
        ? `${erro} Ele foi guardado sem ser processado.`
        : `Um evento ${origem.deQuem} (${evento.tipo}) não pôde ser processado e foi guardado. O motivo técnico está no registro do servidor.`,
      entidade: 'evento_recebido',
      entidadeId: evento.id,
    })
  })
  return pausa === null
}

const AMBIENTE = 'O banco de dados não pôde gravar o que este aviso traz. Ele será processado assim que puder.'
const FALHOU =
  'O sistema não conseguiu processar este aviso. O motivo técnico está no registro do servidor; processe de novo depois de resolvido.'

/** Values that PostgreSQL does not take (class 22): another try would bring the same. */
const semConserto = (falha: unknown): boolean =>
  falha instanceof NaoEntendido || /^22/.test(String((falha as { code?: unknown } | null)?.code ?? ''))
