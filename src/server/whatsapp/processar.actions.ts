import {
  ErroWebhook,
  EventoCategoria,
  EventoConta,
  EventoModelo,
  EventoQualidadeModelo,
  PreferenciaCliente,
  type StatusMeta,
  TrocaDeUsuario,
} from '#contract/cloud-api.ts'
import { instanteDito } from '#domain/conversa.ts'
import { canonico } from '#domain/telefone.ts'
import type { Trx } from '#server/db/schema.ts'
import { notificar } from '#server/eventos/notificar.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { type Chegada, receberMensagens } from '#server/mensagens/receber.actions.ts'
import { procurarContatos } from '#server/mensagens/remetente.actions.ts'
import {
  anunciarCategoria,
  aplicarCategoria,
  aplicarEventoModelo,
  aplicarQualidade,
} from '#server/modelos/modelos.actions.ts'
import { pedirSincronizacao } from '#server/modelos/sincronizacao.ts'
import { pararConta } from '#server/saida/conta-parada.actions.ts'
import { guardarEventos } from './entrada.actions.ts'
import { CAMPOS_SEM_EFEITO, NaoEntendido, relerEvento } from './eventos.ts'
import type { Evento } from './inbox.ts'
import { aplicarPreferencia } from './preferencia.actions.ts'
import { aplicarSistema, trocarBsuid } from './sistema.actions.ts'
import { aplicarStatus, explicar } from './status.actions.ts'
import { pedirVerificacao } from './verificacao.actions.ts'

/** Does what one stored event asks for, in the transaction that marks it done: both happen, or neither. */
export async function processarEvento(
  trx: Trx,
  { chaveSecreta }: { chaveSecreta: Buffer },
  evento: Evento,
  agora: Date,
) {
  switch (evento.tipo) {
    case 'mensagem': {
      const chegada = evento.payload as Chegada
      if (chegada.mensagem.type === 'system') return aplicarSistema(trx, chaveSecreta, chegada, agora)
      return receberMensagens(trx, chaveSecreta, [chegada], agora)
    }
    case 'status':
      return aplicarStatus(trx, evento.payload as StatusMeta, evento.meta_em ?? evento.recebido_em, agora)
    case 'modelo':
      return doModelo(trx, evento.payload, agora)
    case 'conta':
      return daConta(trx, evento.payload, agora)
    case 'usuario':
      return doUsuario(trx, chaveSecreta, evento.payload, agora)
    default:
      return doDesconhecido(trx, evento.payload, agora)
  }
}

const O_QUE_VEIO: Record<string, string> = { messages: 'Uma mensagem', statuses: 'Um status' }

async function doDesconhecido(trx: Trx, payload: DeOutroCampo, agora: Date) {
  if (CAMPOS_SEM_EFEITO.has(payload.campo)) return
  const lidos = relerEvento(payload)
  if (lidos.length > 0) return guardarEventos(trx, lidos, agora)
  const oQue = O_QUE_VEIO[payload.campo] ?? `Um aviso (${payload.campo.slice(0, 80)})`
  throw new NaoEntendido(`${oQue} veio da Meta de um modo que o sistema não conhece.`)
}

interface DeOutroCampo {
  campo: string
  valor: unknown
}

/**
 * What an event says is done at once; then the list is read, which knows what no event says (a header or a variable put
 * there by hand) and what is true when events came late or upside down.
 */
async function doModelo(trx: Trx, { campo, valor }: DeOutroCampo, agora: Date) {
  await pedirSincronizacao(trx)
  if (campo === 'message_template_status_update') {
    const evento = EventoModelo.parse(valor)
    const { message_template_name: nome, message_template_language: idioma } = evento
    const motivo = evento.rejection_info?.reason ?? evento.reason ?? null
    const entendido = await aplicarEventoModelo(trx, { nome, idioma, evento: evento.event, motivo }, agora)
    if (!entendido)
      throw new NaoEntendido(
        `Um aviso sobre o modelo ${nome.slice(0, 80)} (${evento.event.slice(0, 40)}) veio da Meta de um modo que o sistema não conhece.`,
      )
    return
  }
  if (campo === 'template_category_update') {
    const evento = EventoCategoria.parse(valor)
    const { message_template_name: nome, message_template_language: idioma, new_category: categoria } = evento
    if (categoria) return aplicarCategoria(trx, { nome, idioma, categoria }, agora)
    if (evento.correct_category)
      return anunciarCategoria(trx, { nome, idioma, categoria: evento.correct_category }, agora)
    throw new NaoEntendido('Uma mudança de categoria de modelo veio da Meta sem dizer qual.')
  }
  if (campo === 'message_template_quality_update') {
    const evento = EventoQualidadeModelo.parse(valor)
    const { message_template_name: nome, message_template_language: idioma, new_quality_score: qualidade } = evento
    return aplicarQualidade(trx, { nome, idioma, qualidade }, agora)
  }
}

const PARA_TUDO = new Set(['DISABLE', 'ACCOUNT_DELETED', 'ACCOUNT_OFFBOARDED', 'RESTRICTED_BIZ_INITIATED_MESSAGING'])

/** News of the account go to the log; the ones after which nothing can be sent stop the sending at once. */
async function daConta(trx: Trx, { campo, valor }: DeOutroCampo, agora: Date) {
  if (campo === 'errors') {
    const erro = explicar(ErroWebhook.parse(valor))
    if (erro.tipo === 'parar_conta') await pararConta(trx, erro, agora)
    return registrar(trx, {
      agora,
      nivel: 'aviso',
      acao: 'whatsapp.avisar_erro',
      descricao: `A Meta avisou: ${erro.mensagem} (${erro.codigo})`,
    })
  }
  await registrar(trx, {
    agora,
    nivel: 'aviso',
    acao: 'whatsapp.mudar_conta',
    descricao: 'A Meta mudou algo na conta do WhatsApp. Veja a situação em Config. WhatsApp.',
    dados: { campo, valor },
  })
  const parada = campo === 'account_update' ? motivoDeParada(valor) : null
  if (parada) await pararConta(trx, parada, agora)
  await pedirVerificacao(trx)
  await notificar(trx, { tipo: 'badges', cliente_id: null, operador_id: null })
}

function motivoDeParada(valor: unknown): { codigo: string; mensagem: string } | null {
  const evento = EventoConta.parse(valor)
  const detalhes = [
    evento.event,
    ...[evento.ban_info?.waba_ban_state ?? []].flat(),
    ...(evento.restriction_info ?? []).map((restricao) => restricao.restriction_type),
  ]
  const grave = detalhes.find((detalhe) => PARA_TUDO.has(detalhe))
  if (!grave) return null
  return {
    codigo: grave.toLowerCase(),
    mensagem:
      'A Meta restringiu a conta do WhatsApp. Abra a Qualidade da Conta no Gerenciador do WhatsApp, resolva e clique em Verificar.',
  }
}

/** Meta's id of a person is another now, or they turned marketing off or on. */
async function doUsuario(trx: Trx, chaveSecreta: Buffer, { campo, valor }: DeOutroCampo, agora: Date) {
  if (campo === 'user_id_update') {
    const { user_id, wa_id } = TrocaDeUsuario.parse(valor)
    const [contato] = await procurarContatos(trx, wa_id ? canonico(wa_id) : null, user_id.previous ?? null)
    if (contato !== undefined) await trocarBsuid(trx, contato, user_id.current)
    return
  }
  const { wa_id, user_id, value, timestamp } = PreferenciaCliente.parse(valor)
  if (value !== 'stop' && value !== 'resume')
    throw new NaoEntendido(`Uma preferência (${value.slice(0, 40)}) veio da Meta de um modo que o sistema não conhece.`)
  const quem = { telefone: wa_id ?? null, bsuid: user_id ?? null }
  await aplicarPreferencia(
    trx,
    chaveSecreta,
    quem,
    { aceita: value === 'resume', em: instanteDito(timestamp, agora) },
    agora,
  )
}
