import type { MensagemRecebida } from '#contract/cloud-api.ts'
import { diaPermitido, horarioPermitido } from '#domain/calendario.ts'
import { palavraDe, palavraVence } from '#domain/conversa.ts'
import { localDe } from '#domain/data.ts'
import { canonico } from '#domain/telefone.ts'
import { receberResposta, zerarChamadas } from '#server/clientes/automaticas.actions.ts'
import { dadosParaMensagem, travarClientesDoTelefone } from '#server/clientes/destinatario.queries.ts'
import { contarNaoLida } from '#server/clientes/nao-lidas.actions.ts'
import { lerConfiguracao, lerEmpresa } from '#server/configuracao/configuracao.queries.ts'
import type { Trx } from '#server/db/schema.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { textoLivre } from '#server/modelos/modelos.queries.ts'
import { preencherModelo } from '#server/modelos/preencher.queries.ts'
import { anunciar, cancelarNaFila, enfileirar } from '#server/saida/saida.actions.ts'
import { abrirJanela, type Contato, contatoDe, type Remetente } from '#server/whatsapp/contato.actions.ts'
import { type Conteudo, conteudoDe, ehResposta } from './conteudo.ts'
import { quemResponde } from './destino.queries.ts'
import { acordarMidias } from './midia.actions.ts'

export interface Chegada extends Remetente {
  mensagem: MensagemRecebida
}

/** What came from one inbound message, under the locks of everyone it is about. */
interface Recebida {
  id: number
  contato: Contato
  /** Whose conversation it belongs to; null when the number is of no customer. */
  clienteId: number | null
  /** Everyone on that phone. */
  clientes: number[]
  em: Date
  agora: Date
}

/**
 * A message of a customer: kept once, whoever tells it and how often. Opens the window, takes everyone on that phone
 * out of the engine into the queue, and counts as unread; a word such as PARAR opts out instead.
 * Locks: customers, then contact, then messages.
 */
export async function receberMensagem(trx: Trx, chaveSecreta: Buffer, chegada: Chegada, agora: Date): Promise<void> {
  const { mensagem, telefone, bsuid } = chegada
  if (!ehResposta(mensagem)) return
  const travados = await travarClientesDoTelefone(trx, telefone && canonico(telefone), bsuid)
  const contato = await contatoDe(trx, chaveSecreta, chegada)
  const clientes = travados
    .filter(({ contato_id }) => contato_id === contato.id || contato_id === contato.juntado)
    .map(({ id }) => id)
  const destino = await quemResponde(trx, contato.id, clientes, mensagem.context?.id ?? null)
  const em = new Date(mensagem.timestamp * 1000)
  const escrita = conteudoDe(mensagem)
  const palavra = escrita.tipo === 'texto' || escrita.tipo === 'botao' ? palavraDe(escrita.conteudo) : null
  const naoLida = palavra === null && destino.clienteId !== null
  const id = await gravar(trx, chegada, { contatoId: contato.id, ...destino, ...escrita, naoLida }, em, agora)
  if (id === null) return // already here
  await abrirJanela(trx, contato.id, em)
  const recebida: Recebida = { id, contato, clienteId: destino.clienteId, clientes, em, agora }
  if (escrita.midia) await acordarMidias(trx)
  if (palavra) await ouvirPalavra(trx, palavra, recebida)
  else await ouvirResposta(trx, recebida)
  await anunciar(trx, [id], 'mensagem')
}

/** The message's row; null when it was already kept. */
async function gravar(
  trx: Trx,
  { mensagem, telefone }: Chegada,
  lida: Conteudo & { contatoId: number; clienteId: number | null; respondeA: number | null; naoLida: boolean },
  em: Date,
  agora: Date,
): Promise<number | null> {
  const gravada = await trx
    .insertInto('mensagem')
    .values({
      cliente_id: lida.clienteId,
      contato_id: lida.contatoId,
      direcao: 'recebida',
      status: 'recebida',
      finalidade: 'recebida',
      tipo: lida.tipo,
      conteudo: lida.conteudo,
      midia: lida.midia ? JSON.stringify(lida.midia) : null,
      nao_lida: lida.naoLida,
      wamid: mensagem.id,
      responde_a: lida.respondeA,
      telefone,
      meta_em: em,
      // Days are counted from Meta's timestamp; a clock ahead of ours makes nothing come from tomorrow.
      created_at: em < agora ? em : agora,
    })
    .onConflict((conflito) => conflito.column('wamid').doNothing())
    .returning('id')
    .executeTakeFirst()
  return gravada?.id ?? null
}

async function ouvirResposta(trx: Trx, recebida: Recebida) {
  const { clienteId, clientes, agora } = recebida
  if (clienteId === null) return
  await contarNaoLida(trx, clienteId)
  await receberResposta(trx, clientes, agora)
  await cancelarNaFila(trx, { clientes, finalidades: ['regua', 'parcela'] }, RESPONDEU)
  await avisarForaDoHorario(trx, recebida)
}

const RESPONDEU = { codigo: 'respondeu', mensagem: 'O cliente respondeu antes do envio.' }

/** PARAR and VOLTAR: by Meta's timestamp the latest wins. A person is not called: the word says it all. */
async function ouvirPalavra(trx: Trx, palavra: 'parar' | 'voltar', recebida: Recebida) {
  const { contato, clienteId, clientes, em, agora } = recebida
  await zerarChamadas(trx, clientes, agora)
  if (!palavraVence({ palavra, em: em.toISOString() }, contato.palavra_em)) return
  const aceita = palavra === 'voltar'
  await trx
    .updateTable('contato')
    .set({ aceita_mensagens: aceita, palavra_em: em })
    .where('id', '=', contato.id)
    .execute()
  if (aceita === contato.aceita_mensagens) return
  await registrar(trx, ...clientes.map((id) => registroDaPalavra(id, aceita, agora)))
  if (aceita) return
  await cancelarNaFila(
    trx,
    { clientes },
    { codigo: 'nao_aceita_mensagens', mensagem: 'O cliente pediu para não receber mensagens.' },
  )
  if (clienteId !== null) await confirmarSaida(trx, clienteId, contato.id, agora)
}

const registroDaPalavra = (id: number, aceita: boolean, agora: Date) => ({
  agora,
  acao: aceita ? 'cliente.voltou' : 'cliente.parou',
  descricao: aceita
    ? `{cliente:${id}} escreveu VOLTAR e aceita mensagens de novo.`
    : `{cliente:${id}} pediu para não receber mais mensagens.`,
  entidade: 'cliente',
  entidadeId: id,
})

async function confirmarSaida(trx: Trx, clienteId: number, contatoId: number, agora: Date) {
  const { empresa } = await lerEmpresa(trx)
  const conteudo = `Pronto: você não vai mais receber mensagens da ${empresa} por aqui. Se mudar de ideia, escreva VOLTAR.`
  const saida = { clienteId, contatoId, finalidade: 'opt_out', tipo: 'texto', conteudo, automatica: true } as const
  await enfileirar(trx, saida, agora)
}

/** A backlog processed late is no reason to say good night in the morning. */
const RECENTE_MS = 60 * 60_000

/** Once a day, whoever writes outside the hours hears that somebody will answer. */
async function avisarForaDoHorario(trx: Trx, { contato, clienteId, em, agora }: Recebida) {
  const { dia, hora } = localDe(agora)
  if (clienteId === null || !contato.aceita_mensagens || contato.fora_do_horario_dia === dia) return
  if (agora.getTime() - em.getTime() > RECENTE_MS) return
  const { horario, calendario } = await lerConfiguracao(trx)
  if (diaPermitido(dia, calendario) && horarioPermitido(dia, hora, horario)) return
  const cliente = await dadosParaMensagem(trx, clienteId)
  if (!cliente) return
  await trx.updateTable('contato').set({ fora_do_horario_dia: dia }).where('id', '=', contato.id).execute()
  const texto = await textoLivre(trx, 'fora_do_horario')
  const { conteudo } = await preencherModelo(trx, { tipo: 'fora_do_horario', texto, cliente, operador: null, dia })
  const saida = { clienteId, contatoId: contato.id, finalidade: 'fora_do_horario', tipo: 'texto', conteudo } as const
  await enfileirar(trx, { ...saida, modeloTipo: 'fora_do_horario', automatica: true }, agora)
}
