import { sql } from 'kysely'
import { DIA_MS } from '#domain/data.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { ehDaRegua, ehDoDia, valeTentativa } from '#domain/mensagem.ts'
import { type Contatado, contarContatos } from '#server/clientes/chamadas.actions.ts'
import { corrigirTelefones } from '#server/clientes/telefone.actions.ts'
import type { Linha, Trx } from '#server/db/schema.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { anunciar, umDe } from '#server/saida/saida.actions.ts'
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
export async function travarComPessoas(
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

export const registrarFalha = (trx: Trx, id: number, clienteId: number | null, porque: string, agora: Date) =>
  registrar(trx, {
    agora,
    nivel: 'aviso',
    acao: 'mensagem.falhar',
    descricao: frase`Uma mensagem ${clienteId === null ? '' : frase`para ${oCliente(clienteId)} `}não foi enviada: ${porque}`,
    entidade: 'cliente',
    ...(clienteId === null ? {} : { entidadeId: clienteId }),
    dados: { mensagem: id },
  })
