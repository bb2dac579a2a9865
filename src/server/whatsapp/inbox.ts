import { sql } from 'kysely'
import type { Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { ehDoWhatsapp } from '#server/mensagens/conteudo.ts'
import { receberMensagens } from '#server/mensagens/receber.actions.ts'
import type { Chegada } from '#server/mensagens/recebida.ts'
import type { Servicos } from '#server/servicos.ts'
import { NaoEntendido } from './eventos.ts'
import { type Evento, processarEvento } from './processar.actions.ts'
import { deixarUmPorUm, processarStatusEmLote } from './status-em-lote.actions.ts'

type Meios = Pick<Servicos, 'db' | 'relogio' | 'log' | 'chaveSecreta' | 'whatsapp'>

/** People whose messages are taken together, and messages of each at most. */
const CONTATOS = 250
const DE_CADA_UM = 20
const LARGURA = 8
/** Tries before an event is set aside, with pauses of 1, 2, 4 and 8 seconds between them. */
const TENTATIVAS = 5

/**
 * One turn of the inbox: statuses in bulk, then messages of many people in bulk, then what is of another kind or did
 * not go well, one by one. Always in order for each person; any number of nodes may do it at once. Gives true when there
 * was something to do.
 */
export async function processarEntrada(meios: Meios, sinal?: AbortSignal): Promise<boolean> {
  const status = await processarStatus(meios)
  const contatos = await contatosPendentes(meios)
  if (contatos.length === 0) return status > 0
  const emLote = await processarMensagensEmLote(meios, contatos)
  let feitos = emLote.feitos
  const fila = emLote.restam.values()
  const trabalhar = async () => {
    for (const contato of fila) feitos += await processarContato(meios, contato, sinal)
  }
  await Promise.all(Array.from({ length: LARGURA }, trabalhar))
  return status > 0 || feitos > 0
}

/** One that breaks the batch is found by taking each of them alone. */
async function processarStatus({ db, relogio, log }: Meios): Promise<number> {
  try {
    return await processarStatusEmLote(db, relogio.agora())
  } catch (erro) {
    log.warn({ err: erro }, 'um lote de status falhou e será processado um a um')
    return deixarUmPorUm(db)
  }
}

/** Contacts with something to process, who waits longest first; one whose event waits for another try waits whole. */
async function contatosPendentes({ db, relogio }: Meios): Promise<string[]> {
  const { rows } = await sql<{ contato_chave: string }>`
    select contato_chave from (
      select contato_chave, id from evento_whatsapp
      where processado_em is null and posto_de_lado_em is null and contato_chave is not null
        and contato_chave <> all(array(select p.contato_chave from evento_whatsapp p
          where p.processado_em is null and p.posto_de_lado_em is null and p.proxima_em > ${relogio.agora()}
            and p.contato_chave is not null))
      order by id limit ${CONTATOS * 2}
    ) as primeiros
    group by contato_chave order by min(id) limit ${CONTATOS}`.execute(db)
  return rows.map((linha) => linha.contato_chave)
}

/**
 * The messages of all these people in one transaction. Who has something of another kind next, or something that failed
 * before, is left for `processarContato`; so is everybody when the batch fails, since one of them is the cause.
 */
async function processarMensagensEmLote(
  meios: Meios,
  contatos: string[],
): Promise<{ feitos: number; restam: string[] }> {
  const { db, relogio, log, chaveSecreta } = meios
  try {
    return await emTransacao(db, async (trx) => {
      const livres = await travarLivres(trx, contatos)
      const eventos = Map.groupBy(await lerPrimeiros(trx, livres), ({ contato_chave }) => contato_chave!)
      const prontos = [...eventos.values()].flatMap((dele) => ateOPrimeiro(dele, naoVaiEmLote))
      const agora = relogio.agora()
      await receberMensagens(
        trx,
        chaveSecreta,
        prontos.map(({ payload }) => payload as Chegada),
        agora,
      )
      await sql`update evento_whatsapp set processado_em = ${agora} where id = any(${prontos.map(({ id }) => id)}::bigint[])`.execute(
        trx,
      )
      return { feitos: prontos.length, restam: livres.filter((chave) => eventos.get(chave)?.some(naoVaiEmLote)) }
    })
  } catch (erro) {
    log.warn({ err: erro, contatos: contatos.length }, 'um lote da entrada falhou e será processado um a um')
    return { feitos: 0, restam: contatos }
  }
}

function ateOPrimeiro<T>(itens: readonly T[], fim: (item: T) => boolean): T[] {
  const corte = itens.findIndex(fim)
  return corte === -1 ? [...itens] : itens.slice(0, corte)
}

const naoVaiEmLote = ({ tipo, sem_efeito, tentativas, payload }: Evento) =>
  tipo !== 'mensagem' || sem_efeito || tentativas > 0 || vemDoWhatsapp(payload as Chegada | null)

const vemDoWhatsapp = (chegada: Chegada | null) => Boolean(chegada?.mensagem && ehDoWhatsapp(chegada.mensagem))

/** The lock is the contact's: another node that has it is at work on the same queue. */
async function travarLivres(trx: Trx, contatos: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ chave: string; obtida: boolean }>`
    select chave, pg_try_advisory_xact_lock(hashtextextended('entrada:' || chave, 0)) as obtida
    from unnest(${contatos}::text[]) as chave`.execute(trx)
  return rows.flatMap(({ chave, obtida }) => (obtida ? chave : []))
}

const lerPrimeiros = async (trx: Trx, contatos: readonly string[]): Promise<Evento[]> => {
  const { rows } = await sql<Evento>`
    select * from (
      select e.*, row_number() over (partition by contato_chave order by coalesce(meta_em, recebido_em), id) as vez
      from evento_whatsapp e
      where contato_chave = any(${contatos}::text[]) and processado_em is null and posto_de_lado_em is null
    ) as pendentes
    where vez <= ${DE_CADA_UM} order by vez, id`.execute(trx)
  return rows
}

/** Everything of one contact, oldest first, each in a transaction of its own, until there is no more or one fails. */
export async function processarContato(meios: Meios, contato: string, sinal?: AbortSignal): Promise<number> {
  for (let feitos = 0; ; feitos += 1) {
    if (sinal?.aborted) return feitos
    const resultado = await processarProximo(meios, contato)
    if (resultado === 'nada') return feitos
    if (resultado === 'falhou') return feitos + 1
  }
}

/** Two transactions made the same row: the loser does it again at once, and nobody needs to know. */
const JA_EXISTE = '23505'
const DE_NOVO = 3

async function processarProximo(meios: Meios, contato: string, vez = 1): Promise<'feito' | 'falhou' | 'nada'> {
  let evento: Evento | undefined
  const conta = await meios.whatsapp.conta()
  try {
    return await emTransacao(meios.db, async (trx) => {
      evento = await tomarProximo(trx, contato)
      if (!evento) return 'nada'
      const agora = meios.relogio.agora()
      const semEfeito = await processarEvento(trx, { ...meios, conta }, evento, agora)
      await trx
        .updateTable('evento_whatsapp')
        .set({ processado_em: agora, erro: semEfeito, sem_efeito: semEfeito !== null })
        .where('id', '=', evento.id)
        .execute()
      return 'feito'
    })
  } catch (erro) {
    if (!evento) throw erro
    if ((erro as { code?: string }).code === JA_EXISTE && vez < DE_NOVO)
      return processarProximo(meios, contato, vez + 1)
    // What was set aside holds nobody back: the next of the same queue goes on at once.
    return (await anotarFalha(meios, evento, erro)) ? 'feito' : 'falhou'
  }
}

async function tomarProximo(trx: Trx, contato: string): Promise<Evento | undefined> {
  if ((await travarLivres(trx, [contato])).length === 0) return undefined
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

/**
 * What passes by itself (the database, a deadlock) is tried again after a pause, and set aside when it fails every time;
 * what would fail the same way again is set aside at once. Shown to administrators, it lets the rest go on. Gives whether it
 * was set aside.
 */
async function anotarFalha({ db, relogio, log }: Meios, evento: Evento, falha: unknown): Promise<boolean> {
  const agora = relogio.agora()
  const tentativas = evento.tentativas + 1
  const estranho = falha instanceof NaoEntendido
  const desistir = semConserto(falha) || tentativas >= TENTATIVAS
  if (!estranho)
    log.error({ err: falha, evento: evento.id, tentativas }, 'um evento do WhatsApp não pôde ser processado')
  const erro = estranho ? falha.message : FALHOU
  await emTransacao(db, async (trx) => {
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
      nivel: estranho ? 'aviso' : 'erro',
      acao: 'whatsapp.separar_evento',
      descricao: estranho
        ? `${erro} Ele foi guardado e posto de lado.`
        : `Um evento do WhatsApp (${evento.tipo}) não pôde ser processado e foi posto de lado. O motivo técnico está no registro do servidor.`,
      entidade: 'evento_whatsapp',
      entidadeId: evento.id,
    })
  })
  return desistir
}

const FALHOU =
  'O sistema não conseguiu processar este aviso. O motivo técnico está no registro do servidor; processe de novo depois de resolvido.'

/** Values that PostgreSQL does not take (class 22): another try would bring the same. */
const semConserto = (falha: unknown): boolean =>
  falha instanceof NaoEntendido || /^22/.test(String((falha as { code?: unknown } | null)?.code ?? ''))
