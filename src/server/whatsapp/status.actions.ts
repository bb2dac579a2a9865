import type { ErroWebhook, StatusMeta } from '#contract/webhooks-meta.ts'
import type { ContaEmVigor } from '#domain/conta-whatsapp.ts'
import { type StatusEnvio, subirStatus } from '#domain/conversa.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { temPagamento } from '#domain/partes-preenchidas.ts'
import { clientesDosContatos, travarClientesDosTelefones } from '#server/clientes/destinatario.queries.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import { NAO_MOSTRA_O_BOTAO, regraDoErro } from '#server/cloud-api/erros-meta.ts'
import type { Linha, Trx } from '#server/db/schema.ts'
import { pararConta } from '#server/despacho/conta-parada.actions.ts'
import { liberar } from '#server/despacho/devolucao.actions.ts'
import { marcarContatos } from '#server/despacho/dias.actions.ts'
import { registrarAceitas } from '#server/despacho/resultados.actions.ts'
import { anotarSemRegistro, reterSeDesta } from '#server/despacho/retencao.actions.ts'
import { NaoEntendido } from '#server/entrada/origem.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { acolherEstranho } from '#server/mensagens/adocao.actions.ts'
import { ligarBsuid, travarBsuids } from '#server/mensagens/bsuid.actions.ts'
import { pararBotao } from '#server/modelos/botao.actions.ts'
import { pararVersao } from '#server/modelos/parecer.actions.ts'
import { anunciar } from '#server/saida/saida.actions.ts'
import { numeroFunciona, numeroNaoFunciona } from './numero.actions.ts'
import { mudarMarketing } from './preferencia.actions.ts'
import {
  bsuidDito,
  DE_ANTES,
  precoDe,
  referenciaDe,
  type StatusRecebido,
  semRegistro,
  statusNosso,
} from './status-em-lote.actions.ts'

type Mensagem = Linha<'mensagem'>

/**
 * One status with all it may bring: the proof that a message was accepted after all, a number that cannot be on
 * WhatsApp, an account that cannot send. Locks: everyone on that phone, the contact, the message.
 */
export async function aplicarStatus(
  trx: Trx,
  status: StatusRecebido,
  conta: ContaEmVigor,
  em: string,
  agora: Date,
): Promise<void> {
  const novo = statusNosso(status.status)
  const achada = await acharMensagem(trx, status)
  if (DE_ANTES.has(status.status)) return
  if (!achada) return anotarSemRegistro(trx, semRegistro(status, em), agora)
  // In the queue, and never tried: it left in a history that this database does not know.
  if (achada.envio === 'fila' && achada.tentativas === 0) await reterSeDesta(trx, achada.referencia, agora)
  if (!novo)
    throw new NaoEntendido(
      `Um status (${status.status.slice(0, 40)}) veio da Meta de um modo que o sistema não conhece.`,
    )
  const bsuid = conta.numerosAnteriores.includes(status.numero ?? '') ? null : bsuidDito(status)
  await travarBsuids(trx, [{ telefone: null, bsuid }])
  const clientes = await clientesDosContatos(trx, achada.contato_id === null ? [] : [achada.contato_id])
  await travarClientes(trx, achada.cliente_id === null ? clientes : [...clientes, achada.cliente_id])
  // Whatever became of it, Meta has it: only an accepted message has a status.
  await registrarAceitas(trx, [{ id: achada.id, wamid: status.id }], agora)
  const mensagem = await travarMensagem(trx, achada.id)
  if (bsuid !== null) await reconhecerEstranho(trx, mensagem, bsuid, agora)
  const depois = subirStatus(mensagem.status as StatusEnvio, novo)
  if (depois !== novo || (depois === mensagem.status && novo === 'falha')) return
  await gravar(trx, mensagem, novo, status, em)
  // It was taken for never sent, and arrived: its day is spent after all.
  if (mensagem.liberada) await marcarContatos(trx, [mensagem], null)
  if (novo === 'falha') await aplicarFalha(trx, mensagem, status, conta, clientes, em, agora)
  else if (mensagem.status === 'falha' || novo !== 'enviada')
    // A reading proves nothing newer than the delivery: who moved takes along what they had received.
    await numeroFunciona(trx, mensagem, clientes, mensagem.entregue_em ?? em, agora)
  await anunciar(trx, [mensagem.id])
}

/** Who wrote as a stranger is the one whom this message went to. */
async function reconhecerEstranho(trx: Trx, { contato_id: contatoId }: Mensagem, bsuid: string, agora: Date) {
  if (contatoId === null) return
  const { canonico } = (await trx
    .selectFrom('contato')
    .select('canonico')
    .where('id', '=', contatoId)
    .where('bsuid', 'is', null)
    .executeTakeFirst()) ?? { canonico: null }
  if (canonico === null || !(await ligarBsuid(trx, contatoId, bsuid))) return
  const clientes = await travarClientesDosTelefones(trx, [canonico], [])
  await acolherEstranho(trx, { contatoId, clientes: clientes.map(({ id }) => id) }, agora)
}

/** By Meta's id, else by our own, which every status brings back: an answer that never came gave us no id. */
async function acharMensagem(trx: Trx, status: StatusMeta) {
  const campos = trx
    .selectFrom('mensagem')
    .select(['id', 'cliente_id', 'contato_id', 'envio', 'tentativas', 'referencia'])
  const peloId = await campos.where('wamid', '=', status.id).executeTakeFirst()
  const referencia = referenciaDe(status)
  if (peloId || !referencia) return peloId
  return campos.where('referencia', '=', referencia).where('direcao', '=', 'enviada').executeTakeFirst()
}

async function travarMensagem(trx: Trx, id: number): Promise<Mensagem> {
  const { contato_id } = await trx
    .selectFrom('mensagem')
    .select('contato_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (contato_id !== null) {
    await trx.selectFrom('contato').select('id').where('id', '=', contato_id).forNoKeyUpdate().execute()
  }
  return trx.selectFrom('mensagem').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

const gravar = (trx: Trx, mensagem: Mensagem, status: StatusEnvio, dito: StatusMeta, em: string) =>
  trx
    .updateTable('mensagem')
    .set({
      status,
      ...precoDe(dito, mensagem),
      ...(status === 'entregue' ? { entregue_em: mensagem.entregue_em ?? em } : {}),
      ...(status === 'lida' ? { lida_em: mensagem.lida_em ?? em } : {}),
      // A proof that it arrived takes the failure back.
      ...(status === 'falha' ? { falhou_em: em } : { erro_codigo: null, erro_mensagem: null }),
    })
    .where('id', '=', mensagem.id)
    .execute()

async function aplicarFalha(
  trx: Trx,
  mensagem: Mensagem,
  status: StatusRecebido,
  conta: ContaEmVigor,
  clientes: number[],
  em: string,
  agora: Date,
) {
  const erro = explicar(status.errors?.[0])
  await trx
    .updateTable('mensagem')
    .set({ erro_codigo: erro.codigo, erro_mensagem: erro.mensagem })
    .where('id', '=', mensagem.id)
    .execute()
  await registrar(trx, {
    agora,
    nivel: 'aviso',
    acao: 'mensagem.falhar',
    descricao: frase`Uma mensagem ${mensagem.cliente_id ? frase`para ${oCliente(mensagem.cliente_id)} ` : ''}não foi entregue: ${erro.mensagem} (${erro.codigo})`,
    ...(mensagem.cliente_id === null ? {} : { entidade: 'cliente', entidadeId: mensagem.cliente_id }),
    dados: { mensagem: mensagem.id, codigo: erro.codigo },
  })
  if (erro.tipo === 'parar_conta') {
    // A problem of a former number does not stop the current one.
    if (!conta.numerosAnteriores.includes(status.numero ?? '')) await pararConta(trx, erro, agora, new Date(em))
    await liberar(trx, mensagem.id)
  }
  if (erro.codigo === RECUSA_MARKETING && mensagem.contato_id !== null)
    await mudarMarketing(trx, [mensagem.contato_id], { aceita: false, em: new Date(em) }, agora)
  const porBotao = temPagamento(mensagem.partes)
  if (porBotao && erro.codigo === String(NAO_MOSTRA_O_BOTAO)) await semBotao(trx, mensagem)
  if (erro.tipo === 'parar_modelo' && mensagem.modelo_versao_id !== null)
    await (porBotao ? pararBotao : pararVersao)(trx, mensagem.modelo_versao_id, erro.mensagem, agora)
  if (erro.tipo === 'parar_cliente') await numeroNaoFunciona(trx, mensagem.contato_id, clientes, em, agora)
}

/** This phone cannot show the payment button: from now on it gets none, and this step is sent again. */
async function semBotao(trx: Trx, { id, contato_id }: Mensagem) {
  if (contato_id !== null)
    await trx.updateTable('contato').set({ sem_botao_de_pagamento: true }).where('id', '=', contato_id).execute()
  await liberar(trx, id)
}

/** "Recipient has stopped marketing messages". */
const RECUSA_MARKETING = '131050'

/** "Spam rate limit hit": in an answer one waits and tries again, but told later it means that what is accepted reaches nobody. */
const LIMITADO = 131048

/** An error of a webhook, as a person reads it. */
export function explicar(erro: ErroWebhook | undefined) {
  const regra = regraDoErro({ codigo: erro?.code ?? -1 })
  return {
    codigo: erro ? String(erro.code) : 'desconhecido',
    mensagem: `${regra.frase} ${regra.providencia}`,
    tipo: erro?.code === LIMITADO ? 'parar_conta' : regra.tipo,
  }
}
