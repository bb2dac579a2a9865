import { sql } from 'kysely'
import { DIA_MS } from '#domain/data.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { ehDaRegua, ehDoDia, valeTentativa } from '#domain/mensagem.ts'
import { type Contatado, contarContatos } from '#server/clientes/chamadas.actions.ts'
import { corrigirTelefones } from '#server/clientes/telefone.actions.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { falhaDoAmbiente } from '#server/http/falhas-do-ambiente.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { anunciar, umDe } from '#server/saida/saida.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { type Contatos, marcarContatos, recontarDias, travarDonos } from './dias.actions.ts'

export interface Aceita {
  id: number
  /** Null when the proof is a webhook that says no id. */
  wamid: string | null
  waId?: string | null
}

/**
 * WhatsApp has these messages, by its answer or by a later status webhook. Counts the contact once, however often and
 * by whichever of them it is reported; a status that rose further stays. An id that another message has already stays its own.
 */
export async function registrarAceitas(trx: Trx, aceitas: readonly Aceita[], agora: Date): Promise<void> {
  if (aceitas.length === 0) return
  const porId = new Map(aceitas.map((aceita) => [aceita.id, aceita]))
  const { mensagens, contatos } = await travarComPessoas(trx, [...porId.keys()])
  const novas = mensagens.filter((mensagem) => mensagem.aceita_em === null && mensagem.envio !== null)
  const formas = formasNovas(mensagens, porId, contatos)
  await marcarContatos(trx, novas, agora, formas)
  await corrigirTelefones(trx, [...formas.keys()], agora)
  if (novas.length === 0) return
  const contadas = await contarTentativas(trx, novas, contatos, agora)
  const linhas = novas.map(({ id }) => ({ id, wamid: porId.get(id)!.wamid, contou: contadas.has(id) }))
  await sql`
    update mensagem m set envio = 'aceita', aceita_em = ${agora}, wamid = coalesce(n.wamid, m.wamid), contou_chamada = n.contou,
      status = case when m.status = 'pendente' or (m.status = 'falha' and m.erro_codigo = 'resultado_desconhecido')
        then 'enviada' else m.status end,
      erro_codigo = case when m.erro_codigo = 'resultado_desconhecido' then null else m.erro_codigo end,
      erro_mensagem = case when m.erro_codigo = 'resultado_desconhecido' then null else m.erro_mensagem end
    from (select id, contou, case when row_number() over (partition by wamid order by id) = 1
        and not exists (select from mensagem o where o.wamid = l.wamid and o.id <> l.id) then wamid end as wamid
      from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb) as l(id bigint, wamid text, contou boolean)) n
    where m.id = n.id`.execute(trx)
  await anunciar(
    trx,
    novas.map(({ id }) => id),
  )
}

const DA_MENSAGEM = [
  ...(['id', 'cliente_id', 'contato_id', 'tipo', 'finalidade', 'envio', 'dia'] as const),
  ...(['enviando_em', 'aceita_em', 'created_at'] as const),
]
type Mensagem = Pick<Linha<'mensagem'>, (typeof DA_MENSAGEM)[number]>

/** In the order of everybody's locks: customers, phones, messages. */
async function travarComPessoas(
  trx: Trx,
  ids: readonly number[],
): Promise<{ mensagens: Mensagem[]; contatos: Contatos }> {
  if (ids.length === 0) return { mensagens: [], contatos: new Map() }
  const contatos = await travarDonos(trx, ids)
  const mensagens = await trx
    .selectFrom('mensagem')
    .select(DA_MENSAGEM)
    .where('id', '=', umDe(ids))
    .orderBy('id')
    .forUpdate()
    .execute()
  return { mensagens, contatos }
}

/** The answer of a send says WhatsApp's own form of the number: those that we did not know, by their phones. */
function formasNovas(
  mensagens: readonly Mensagem[],
  aceitas: ReadonlyMap<number, Aceita>,
  contatos: Contatos,
): Map<number, string> {
  const formas = new Map<number, string>()
  for (const { id, contato_id } of mensagens) {
    const waId = aceitas.get(id)?.waId
    const contato = contatos.get(contato_id ?? 0)
    if (waId && contato && contato.wa_id !== waId) formas.set(contato.id, waId)
  }
  return formas
}

/**
 * Counts an attempt for the engine's messages and for templates outside a conversation, unless the customer has
 * answered since.
 */
async function contarTentativas(
  trx: Trx,
  mensagens: readonly Mensagem[],
  contatos: Contatos,
  agora: Date,
): Promise<Set<number>> {
  const contadas = new Set<number>()
  const contatados: Contatado[] = []
  for (const mensagem of mensagens) {
    if (!ehDoDia(mensagem) || mensagem.cliente_id === null) continue
    const saiu = Date.parse(mensagem.enviando_em ?? mensagem.created_at)
    const janelaAte = Date.parse(contatos.get(mensagem.contato_id ?? 0)?.janela_ate ?? '')
    const respondeuDepois = janelaAte - DIA_MS > saiu
    const emConversa = !ehDaRegua(mensagem) && saiu < janelaAte
    const tentativa = valeTentativa(mensagem) && !respondeuDepois && !emConversa
    if (tentativa) contadas.add(mensagem.id)
    contatados.push({ clienteId: mensagem.cliente_id, em: agora, tentativa })
  }
  await contarContatos(trx, contatados)
  return contadas
}

/** It may have been sent: the day is spent, the step stays covered, and only a webhook can tell. Never sent again. Gives how many. */
export async function registrarDesconhecidas(trx: Trx, ids: readonly number[]): Promise<number> {
  const { mensagens } = await travarComPessoas(trx, ids)
  const incertas = mensagens.filter(({ envio }) => envio === 'enviando')
  if (incertas.length === 0) return 0
  await marcarContatos(trx, incertas, null)
  await trx
    .updateTable('mensagem')
    .set({ envio: 'desconhecida' })
    .where(
      'id',
      'in',
      incertas.map(({ id }) => id),
    )
    .execute()
  return incertas.length
}

export interface Recusada {
  id: number
  codigo: string
  mensagem: string
}

/** Known not sent, and not to be tried again: the end of the message; its steps and its day are free. */
export async function registrarRecusadas(trx: Trx, recusadas: readonly Recusada[], agora: Date): Promise<void> {
  const { mensagens } = await travarComPessoas(
    trx,
    recusadas.map(({ id }) => id),
  )
  for (const { id, cliente_id, envio } of mensagens) {
    // Still in the queue: its file could not be taken to Meta.
    if (envio !== 'enviando' && envio !== 'desconhecida' && envio !== 'fila') continue
    const { codigo, mensagem } = recusadas.find((uma) => uma.id === id)!
    await trx.deleteFrom('cobranca_passo').where('mensagem_id', '=', id).execute()
    await trx
      .updateTable('mensagem')
      .set({ status: 'falha', envio: 'encerrada', liberada: true, falhou_em: agora })
      .set({ erro_codigo: codigo, erro_mensagem: mensagem })
      .where('id', '=', id)
      .execute()
    await registrarFalha(trx, id, cliente_id, `${mensagem} (${codigo})`, agora)
  }
  await recontarDias(
    trx,
    mensagens.filter(({ envio }) => envio === 'desconhecida'),
  )
  await anunciar(
    trx,
    mensagens.map(({ id }) => id),
  )
}

const registrarFalha = (trx: Trx, id: number, clienteId: number | null, porque: string, agora: Date) =>
  registrar(trx, {
    agora,
    nivel: 'aviso',
    acao: 'mensagem.falhar',
    descricao: frase`Uma mensagem ${clienteId === null ? '' : frase`para ${oCliente(clienteId)} `}não foi enviada: ${porque}`,
    entidade: 'cliente',
    ...(clienteId === null ? {} : { entidadeId: clienteId }),
    dados: { mensagem: id },
  })

const PRAZO_DA_PROVA_MS = DIA_MS

/** Sent or not, nobody will ever know: after 24 hours without a webhook a person decides. */
export async function encerrarDesconhecidas(db: Db, agora: Date): Promise<number> {
  return emTransacao(db, async (trx) => {
    const encerradas = await trx
      .updateTable('mensagem')
      .set({
        status: 'falha',
        envio: 'encerrada',
        falhou_em: agora,
        erro_codigo: 'resultado_desconhecido',
        erro_mensagem: 'Não se sabe se a mensagem foi enviada. Confira com o cliente antes de enviar de novo.',
      })
      .where('envio', '=', 'desconhecida')
      .where('enviando_em', '<', new Date(agora.getTime() - PRAZO_DA_PROVA_MS).toISOString())
      .where('status', '=', 'pendente')
      .returning(['id', 'cliente_id'])
      .execute()
    for (const { id, cliente_id } of encerradas)
      await registrarFalha(trx, id, cliente_id, 'a conexão caiu e nenhuma confirmação chegou em 24 horas.', agora)
    await anunciar(
      trx,
      encerradas.map(({ id }) => id),
    )
    return encerradas.length
  })
}

/**
 * The database refuses this message's outcome. If known not sent, only `naoSaiu` is recorded; otherwise the outcome is unknown,
 * and a webhook or, after a day, a person settles it. If even the recipient's update is refused, only the message is updated.
 */
export async function separarResultado(
  db: Db,
  id: number,
  agora: Date,
  naoSaiu: ((trx: Trx) => Promise<void>) | null = null,
): Promise<void> {
  const semDesfecho = (marcar: (trx: Trx) => Promise<number>) => () =>
    emTransacao(db, async (trx) => {
      if ((await marcar(trx)) === 0) return // a webhook settled it meanwhile
      await registrarSeparada(trx, id, 'não se sabe mais se a mensagem chegou', agora)
    })
  const jeitos = [
    ...(naoSaiu ? [() => emTransacao(db, naoSaiu)] : []),
    semDesfecho((trx) => registrarDesconhecidas(trx, [id])),
    semDesfecho(async (trx) => {
      const so = sql`update mensagem set envio = 'desconhecida' where id = ${id} and envio = 'enviando'`
      return Number((await so.execute(trx)).numAffectedRows)
    }),
  ]
  for (const [i, gravar] of jeitos.entries()) {
    try {
      return await gravar()
    } catch (erro) {
      if (falhaDoAmbiente(erro) || i === jeitos.length - 1) throw erro
    }
  }
}

/** `eAgora`: what the message is now, for a person. */
export const registrarSeparada = (trx: Trx, id: number, eAgora: string, agora: Date) =>
  registrar(trx, {
    agora,
    nivel: 'erro',
    acao: 'mensagem.separar_resultado',
    descricao: `O banco de dados não aceitou o resultado de um envio: ${eAgora}. O motivo técnico está no registro do servidor.`,
    dados: { mensagem: id },
  })

/**
 * Recovers what a dead dispatcher left behind: rows only claimed go back to the queue; rows marked right before their request may
 * have been sent.
 */
export async function recuperarInterrompidas({ db, relogio, log }: Pick<Servicos, 'db' | 'relogio' | 'log'>) {
  await sql`update mensagem set envio = 'fila' where envio = 'reivindicada'`.execute(db)
  const { rows } = await sql<{ id: number }>`select id from mensagem where envio = 'enviando' order by id`.execute(db)
  const ids = rows.map(({ id }) => id)
  try {
    await emTransacao(db, (trx) => registrarDesconhecidas(trx, ids))
  } catch (erro) {
    if (falhaDoAmbiente(erro)) throw erro
    log.error({ err: erro, mensagens: ids }, 'o que ficou de envios interrompidos não pode ser gravado')
    for (const id of ids)
      await separarResultado(db, id, relogio.agora()).catch((outro: unknown) =>
        log.error({ err: outro, mensagem: id }, 'um envio interrompido continua sem desfecho'),
      )
  }
}
