import { sql } from 'kysely'
import type { Linha, Trx } from '#server/db/schema.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { processarEvento } from './processar.actions.ts'
import { processarStatusEmLote } from './status-em-lote.actions.ts'

export type Evento = Linha<'evento_whatsapp'>
type Meios = Pick<Servicos, 'db' | 'relogio' | 'log' | 'chaveSecreta'>

const CONTATOS = 64
const LARGURA = 8
/** Tries before an event is set aside, with pauses of 1, 2, 4 and 8 seconds between them. */
const TENTATIVAS = 5

/**
 * One turn of the inbox: statuses in bulk, then what each contact sent, in order, several contacts at a time.
 * Any number of nodes may do it at once. Gives true when there was something to do.
 */
export async function processarEntrada(meios: Meios, sinal?: AbortSignal): Promise<boolean> {
  const status = await processarStatusEmLote(meios.db, meios.relogio.agora())
  const contatos = await contatosPendentes(meios)
  let feitos = 0
  const fila = contatos.values()
  const trabalhar = async () => {
    for (const contato of fila) feitos += await processarContato(meios, contato, sinal)
  }
  await Promise.all(Array.from({ length: LARGURA }, trabalhar))
  return status > 0 || feitos > 0
}

/** Contacts with something to process, who waits longest first; one whose event waits for another try waits whole. */
async function contatosPendentes({ db, relogio }: Meios): Promise<string[]> {
  const { rows } = await sql<{ contato_chave: string }>`
    select contato_chave from evento_whatsapp
    where processado_em is null and posto_de_lado_em is null and contato_chave is not null
    group by contato_chave
    having bool_and(proxima_em is null or proxima_em <= ${relogio.agora()})
    order by min(id) limit ${CONTATOS}`.execute(db)
  return rows.map((linha) => linha.contato_chave)
}

/** Everything of one contact, oldest first, each in a transaction of its own, until there is no more or one fails. */
async function processarContato(meios: Meios, contato: string, sinal?: AbortSignal): Promise<number> {
  for (let feitos = 0; ; feitos += 1) {
    if (sinal?.aborted) return feitos
    const resultado = await processarProximo(meios, contato)
    if (resultado === 'nada') return feitos
    if (resultado === 'falhou') return feitos + 1
  }
}

/** Two transactions met: the loser does it again at once, and nobody needs to know. */
const ENCONTROES = new Set(['40P01', '40001', '23505'])
const DE_NOVO = 3

async function processarProximo(meios: Meios, contato: string, vez = 1): Promise<'feito' | 'falhou' | 'nada'> {
  let evento: Evento | undefined
  try {
    return await meios.db.transaction().execute(async (trx) => {
      evento = await tomarProximo(trx, contato)
      if (!evento) return 'nada'
      const agora = meios.relogio.agora()
      await processarEvento(trx, meios, evento, agora)
      await trx
        .updateTable('evento_whatsapp')
        .set({ processado_em: agora, erro: null })
        .where('id', '=', evento.id)
        .execute()
      return 'feito'
    })
  } catch (erro) {
    if (!evento) throw erro
    const encontrao = ENCONTROES.has((erro as { code?: string }).code ?? '')
    if (encontrao && vez < DE_NOVO) return processarProximo(meios, contato, vez + 1)
    await anotarFalha(meios, evento, erro)
    return 'falhou'
  }
}

/** The lock is the contact's: another node that has it is at work on the same queue. */
async function tomarProximo(trx: Trx, contato: string): Promise<Evento | undefined> {
  const { rows } = await sql<{ obtida: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`entrada:${contato}`}, 0)) as obtida`.execute(trx)
  if (!rows[0]?.obtida) return undefined
  return trx
    .selectFrom('evento_whatsapp')
    .selectAll()
    .where('contato_chave', '=', contato)
    .where('processado_em', 'is', null)
    .where('posto_de_lado_em', 'is', null)
    .orderBy((eb) => eb.fn.coalesce('meta_em', 'recebido_em'))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Tried again after a pause; what fails every time is set aside, shown to administrators, and lets the rest go on. */
async function anotarFalha({ db, relogio, log }: Meios, evento: Evento, falha: unknown) {
  const erro = falha instanceof Error ? falha.message : String(falha)
  const agora = relogio.agora()
  const tentativas = evento.tentativas + 1
  const desistir = tentativas >= TENTATIVAS
  log.error({ err: falha, evento: evento.id, tentativas }, 'um evento do WhatsApp não pôde ser processado')
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('evento_whatsapp')
      .set({
        tentativas,
        erro: erro.slice(0, 2000),
        proxima_em: new Date(agora.getTime() + 1000 * 2 ** (tentativas - 1)),
        posto_de_lado_em: desistir ? agora : null,
      })
      .where('id', '=', evento.id)
      .execute()
    if (!desistir) return
    await registrar(trx, {
      agora,
      nivel: 'erro',
      acao: 'whatsapp.evento_posto_de_lado',
      descricao: `Um evento do WhatsApp (${evento.tipo}) não pôde ser processado e foi posto de lado: ${erro.slice(0, 300)}`,
      entidade: 'evento_whatsapp',
      entidadeId: evento.id,
    })
  })
}
