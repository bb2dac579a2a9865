import { sql } from 'kysely'
import type { MensagemRecebida } from '#contract/webhooks-meta.ts'
import { instanteDito, palavraDe } from '#domain/conversa.ts'
import { diaDe } from '#domain/data.ts'
import { DA_REGUA, TOQUE } from '#domain/mensagem.ts'
import { PALAVRA_DO_BOTAO } from '#domain/partes.ts'
import { lerRetorno } from '#domain/retorno.ts'
import { canonico } from '#domain/telefone.ts'
import { receberResposta } from '#server/clientes/automaticas.actions.ts'
import { travarClientesDosTelefones } from '#server/clientes/destinatario.queries.ts'
import { ouvirTelefones } from '#server/clientes/pessoa-confirmada.actions.ts'
import type { Trx } from '#server/db/schema.ts'
import { anunciar, cancelarNaFila } from '#server/saida/saida.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { adotarMensagens, RESPONDEU } from './adocao.actions.ts'
import { semIdsDeOutrora, travarBsuids } from './bsuid.actions.ts'
import { conteudoDe, dicasDe, ehResposta } from './conteudo.ts'
import { quemRespondem } from './destino.queries.ts'
import { avisarForaDoHorario } from './fora-do-horario.actions.ts'
import { abrirJanelas } from './janela.actions.ts'
import { aplicarMarcas, marcada } from './marcas.actions.ts'
import { acordarMidias } from './midia.actions.ts'
import { ouvirPalavra } from './palavra.actions.ts'
import type { Chegada, Recebida } from './recebida.ts'
import { contatosDosRemetentes, reconhecerPelaCitada } from './remetente.actions.ts'
import { negaAlguem, ouvirToques, toqueDe } from './toque.actions.ts'
import { ehVerificacao, responderVerificacoes } from './verificacao.actions.ts'

type Meios = Pick<Servicos, 'chaveSecreta' | 'origem'>

/** An inbound message before it is written. */
type Lida = Omit<Recebida, 'id' | 'clienteId' | 'toque'>

/**
 * Stores messages of customers, each sender's in order and each once, however often it is reported. Each message opens the
 * window, moves everyone on that phone from the engine to the queue, and counts as unread; a word such as PARAR opts out instead,
 * and a tap about whose the phone is only answers that. A fixed number of statements for any number of people. Locks: customers,
 * then contacts, then messages.
 */
export async function receberMensagens(
  trx: Trx,
  meios: Meios,
  chegadas: readonly Chegada[],
  agora: Date,
): Promise<void> {
  const respostas = chegadas.filter(({ mensagem }) => ehResposta(mensagem))
  if (respostas.length > 0) {
    const reconhecidas = await reconhecerPelaCitada(trx, respostas)
    await receberRespostas(trx, meios, await semIdsDeOutrora(trx, reconhecidas), agora)
  }
  await aplicarMarcas(
    trx,
    chegadas.flatMap(({ mensagem }) => marcada(mensagem) ?? []),
    agora,
  )
}

async function receberRespostas(trx: Trx, meios: Meios, respostas: readonly Chegada[], agora: Date) {
  await travarBsuids(trx, respostas)
  const telefones = respostas.flatMap(({ telefone }) => (telefone ? canonico(telefone) : []))
  const bsuids = respostas.flatMap(({ bsuid }) => bsuid ?? [])
  const travados = await travarClientesDosTelefones(trx, telefones, bsuids)
  const contatos = await contatosDosRemetentes(trx, meios.chaveSecreta, respostas, agora)
  const lidas = respostas.map((chegada, i): Lida => {
    const contato = contatos[i]!
    const delas = travados.filter(
      ({ contato_id }) => contato_id === contato.id || contato.juntados.includes(contato_id),
    )
    const em = instanteDito(chegada.mensagem.timestamp, agora)
    return { chegada, contato, clientes: delas.map(({ id }) => id), em }
  })
  const negados = new Set<number>()
  for (const onda of emOndas(lidas)) {
    // After saying that the phone is not the customer's, later messages of the batch are not attributed to the customer.
    const delas = onda.map((lida) => ({ ...lida, clientes: lida.clientes.filter((id) => !negados.has(id)) }))
    for (const id of await receberOnda(trx, delas, meios.origem, agora)) negados.add(id)
  }
}

/** The first message of each person, then the second of each, and so on: one person's are never mixed. */
function emOndas(lidas: readonly Lida[]): Lida[][] {
  const ondas: Lida[][] = []
  const vezes = new Map<number, number>()
  for (const lida of lidas) {
    const vez = vezes.get(lida.contato.id) ?? 0
    vezes.set(lida.contato.id, vez + 1)
    ondas[vez] = [...(ondas[vez] ?? []), lida]
  }
  return ondas
}

/** Returns the customers whose phone was denied. */
async function receberOnda(trx: Trx, onda: readonly Lida[], origem: string, agora: Date): Promise<number[]> {
  const recebidas = await gravar(trx, onda, agora)
  if (recebidas.length === 0) return []
  await abrirJanelas(trx, recebidas, agora)
  await ouvirTelefones(
    trx,
    recebidas.map(({ contato }) => contato.id),
    agora,
  )
  for (const { contato, clienteId } of recebidas)
    if (contato.juntados.length > 0 && clienteId !== null) await adotarMensagens(trx, contato.id, clienteId)
  const comPalavra = recebidas.filter(({ chegada }) => palavraDita(chegada.mensagem) !== null)
  for (const recebida of comPalavra) await ouvirPalavra(trx, palavraDita(recebida.chegada.mensagem)!, recebida, agora)
  const verificacoes = recebidas.filter(({ chegada }) => ehVerificacao(chegada))
  await responderVerificacoes(trx, verificacoes, origem, agora)
  const negados = await ouvirToques(trx, recebidas, agora)
  await ouvirRespostas(
    trx,
    recebidas.filter((uma) => uma.toque === null && !comPalavra.includes(uma) && !verificacoes.includes(uma)),
    agora,
  )
  await anunciar(
    trx,
    recebidas.map(({ id }) => id),
    'mensagem',
  )
  await aplicarMarcas(
    trx,
    recebidas.map(({ chegada }) => chegada.mensagem.id),
    agora,
  )
  return negados
}

/** The opt-out or opt-in that a message is, when it is nothing else. */
function palavraDita(mensagem: MensagemRecebida) {
  // A template's opt-out button carries the word in its payload.
  if (mensagem.button?.payload === PALAVRA_DO_BOTAO) return 'parar'
  const { tipo, conteudo } = conteudoDe(mensagem)
  return tipo === 'texto' || tipo === 'botao' ? palavraDe(conteudo) : null
}

/** The messages' rows; those already kept are left out. */
async function gravar(trx: Trx, onda: readonly Lida[], agora: Date): Promise<Recebida[]> {
  const destinos = await quemRespondem(
    trx,
    onda.map(({ contato, clientes, chegada }) => {
      const { context, button } = chegada.mensagem
      const wamidCitado = context?.id ?? null
      return {
        contatoId: contato.id,
        clientes,
        wamidCitado,
        referenciaCitada: lerRetorno(button?.payload ?? '').referencia,
      }
    }),
  )
  const linhas = onda.map(({ chegada, contato, em }, i) => {
    const { mensagem, telefone } = chegada
    const { clienteId, respondeA } = destinos[i]!
    const toque = toqueDe(mensagem, destinos[i]!)
    const semLeitura = toque ? !negaAlguem(toque) : palavraDita(mensagem) !== null || ehVerificacao(chegada)
    const { tipo, conteudo, midia } = conteudoDe(mensagem)
    return {
      cliente_id: clienteId,
      contato_id: contato.id,
      tipo,
      finalidade: toque ? TOQUE : 'recebida',
      conteudo,
      midia,
      nao_lida: clienteId !== null && !semLeitura,
      wamid: mensagem.id,
      responde_a: respondeA,
      intencoes: dicasDe(mensagem, diaDe(em < agora ? em : agora)),
      telefone,
      meta_em: em,
      // Dated by Meta's timestamp, never in the future when Meta's clock is ahead.
      created_at: em < agora ? em : agora,
    }
  })
  const { rows } = await sql<{ id: number; wamid: string }>`
    insert into mensagem (cliente_id, contato_id, direcao, status, finalidade, tipo, conteudo, midia, nao_lida, wamid,
      responde_a, intencoes, telefone, meta_em, created_at)
    select cliente_id, contato_id, 'recebida', 'recebida', finalidade, tipo, conteudo, midia, nao_lida, wamid,
      responde_a, intencoes, telefone, meta_em, created_at
    from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb) as n(cliente_id bigint, contato_id bigint, tipo text, finalidade text,
      conteudo text, midia jsonb, nao_lida boolean, wamid text, responde_a bigint, intencoes jsonb, telefone text, meta_em timestamptz,
      created_at timestamptz)
    on conflict (wamid) do nothing
    returning id, wamid`.execute(trx)
  const ids = new Map(rows.map(({ id, wamid }) => [wamid, id]))
  if (linhas.some(({ midia, wamid }) => midia && ids.has(wamid))) await acordarMidias(trx)
  return onda.flatMap((lida, i) => {
    const id = ids.get(lida.chegada.mensagem.id)
    return id === undefined
      ? []
      : [{ ...lida, id, clienteId: destinos[i]!.clienteId, toque: toqueDe(lida.chegada.mensagem, destinos[i]!) }]
  })
}

async function ouvirRespostas(trx: Trx, recebidas: readonly Recebida[], agora: Date) {
  const deClientes = recebidas.filter(({ clienteId }) => clienteId !== null)
  if (deClientes.length === 0) return
  const clientes = deClientes.flatMap((recebida) => recebida.clientes)
  const naoLidas = deClientes.flatMap(({ clienteId }) => clienteId ?? [])
  await receberResposta(trx, clientes, naoLidas, agora)
  await cancelarNaFila(trx, { clientes, finalidades: DA_REGUA }, RESPONDEU)
  await avisarForaDoHorario(trx, deClientes, agora)
}
