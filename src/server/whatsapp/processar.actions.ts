import type { z } from 'zod'
import {
  ErroWebhook,
  EventoCategoria,
  EventoConta,
  EventoModelo,
  EventoQualidadeModelo,
  PreferenciaCliente,
  TrocaDeUsuario,
} from '#contract/webhooks-meta.ts'
import type { ContaEmVigor } from '#domain/conta-whatsapp.ts'
import { instanteDito } from '#domain/conversa.ts'
import type { Trx } from '#server/db/schema.ts'
import { pararConta } from '#server/despacho/conta-parada.actions.ts'
import { guardarEventos } from '#server/entrada/entrada.actions.ts'
import { type Evento, NaoEntendido } from '#server/entrada/origem.ts'
import { notificarTodos } from '#server/eventos/notificar.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { ehDoWhatsapp } from '#server/mensagens/conteudo.ts'
import { receberMensagens } from '#server/mensagens/receber.actions.ts'
import type { Chegada } from '#server/mensagens/recebida.ts'
import {
  anunciarCategoria,
  aplicarCategoria,
  aplicarEventoModelo,
  aplicarQualidade,
} from '#server/modelos/parecer.actions.ts'
import { pedirSincronizacao } from '#server/modelos/sincronizacao.ts'
import { CAMPOS_SEM_EFEITO, type Mudanca, relerEvento, WEBHOOK_INTEIRO } from './eventos.ts'
import { aplicarPreferencia } from './preferencia.actions.ts'
import { pessoaDita } from './quem.ts'
import { aplicarSistema, trocarIdentificacao } from './sistema.actions.ts'
import { aplicarStatus, explicar } from './status.actions.ts'
import type { StatusRecebido } from './status-em-lote.actions.ts'
import { pedirVerificacao } from './verificacao.actions.ts'

/**
 * Does what one stored event asks for, in the transaction that marks it done: both happen, or neither. Gives why it has no
 * effect, when it has none; throws `NaoEntendido` when trying again would say the same.
 */
export async function processarEvento(
  trx: Trx,
  { chaveSecreta, origem, conta }: { chaveSecreta: Buffer; origem: string; conta: ContaEmVigor },
  evento: Evento,
  agora: Date,
): Promise<string | null> {
  if (evento.sem_efeito || evento.tipo === 'outro') return doGuardado(trx, evento.payload, conta, agora)
  switch (evento.tipo) {
    case 'mensagem': {
      const chegada = evento.payload as Chegada
      if (ehDoWhatsapp(chegada.mensagem)) return doSistema(trx, chaveSecreta, chegada, conta, agora)
      await receberMensagens(trx, { chaveSecreta, origem }, [chegada], agora)
      return null
    }
    case 'status': {
      const status = evento.payload as StatusRecebido
      await aplicarStatus(trx, status, conta, evento.meta_em ?? evento.recebido_em, agora)
      return null
    }
    case 'modelo':
      await doModelo(trx, evento.payload, agora)
      return null
    case 'conta':
      await daConta(trx, evento.payload, evento.meta_em ?? evento.recebido_em, agora)
      return null
    case 'usuario':
      return doUsuario(trx, chaveSecreta, evento.payload, conta, agora)
    default:
      throw new NaoEntendido(
        `Um aviso de um tipo que o sistema não conhece (${evento.tipo.slice(0, 40)}) foi guardado.`,
      )
  }
}

const ID_DE_OUTRORA =
  'É uma identificação dita a um número anterior da empresa, que pode ser de outra conta. Foi guardada, e nada mudou.'

/** Ids told to a former number of ours are not believed. */
async function doSistema(trx: Trx, chaveSecreta: Buffer, chegada: Chegada, conta: ContaEmVigor, agora: Date) {
  const { mensagem, telefone, numero } = chegada
  if (!conta.numerosAnteriores.includes(numero ?? '')) {
    await aplicarSistema(trx, chaveSecreta, chegada, agora)
    return null
  }
  if (mensagem.system?.type === 'user_changed_user_id') return ID_DE_OUTRORA
  const system = mensagem.system && { ...mensagem.system, user_id: undefined }
  const semIds = { ...chegada, mensagem: { ...mensagem, system }, ...(telefone ? { bsuid: null } : {}) }
  await aplicarSistema(trx, chaveSecreta, semIds, agora)
  return null
}

/** Parses a stored change again, with the current program and account. */
async function doGuardado(trx: Trx, mudanca: Mudanca, conta: ContaEmVigor, agora: Date): Promise<string | null> {
  if (CAMPOS_SEM_EFEITO.has(mudanca.campo)) return null
  if (mudanca.campo === WEBHOOK_INTEIRO) throw new NaoEntendido(MAIS_DO_QUE_SE_LE)
  const lidos = relerEvento(mudanca, conta)
  const semEfeito = lidos[0]?.semEfeito ?? null
  if (semEfeito !== null && lidos.every((um) => um.semEfeito !== null)) return semEfeito
  const entendidos = lidos.filter(({ tipo }) => tipo !== 'outro')
  if (entendidos.length === 0) throw naoConhecido(oQueVeio(mudanca))
  await guardarEventos(trx, 'whatsapp', entendidos, agora)
  return null
}

const MAIS_DO_QUE_SE_LE = 'Um webhook da Meta traz muito mais do que ela costuma dizer de uma vez, e não foi lido.'

function oQueVeio({ campo, valor }: Mudanca): string {
  const ehDe = (parte: string) => campo === parte || (campo === 'messages' && Object.hasOwn(Object(valor), parte))
  if (ehDe('statuses')) return 'Um status'
  if (ehDe('errors')) return 'Um erro'
  return campo === 'messages' ? 'Uma mensagem' : `Um aviso (${campo.slice(0, 80) || 'sem nome'})`
}

const naoConhecido = (oQue: string) => new NaoEntendido(`${oQue} veio da Meta de um modo que o sistema não conhece.`)

/** An unreadable event is reported in our own words and not retried. */
function ler<T extends z.ZodType>(esquema: T, valor: unknown, oQue: string): z.output<T> {
  const lido = esquema.safeParse(valor)
  if (!lido.success) throw naoConhecido(oQue)
  return lido.data
}

type DeOutroCampo = Pick<Mudanca, 'campo' | 'valor'>
/** `numero`: Meta's id of our number that it was told to; unknown of what was kept by earlier versions. */
type DeUsuario = DeOutroCampo & { numero?: string | null }

/**
 * Applies an event at once, then requests the list of templates, which shows what no event reports (a header or variable added by
 * hand at Meta) and corrects late or misordered events.
 */
async function doModelo(trx: Trx, { campo, valor }: DeOutroCampo, agora: Date) {
  await pedirSincronizacao(trx)
  if (campo === 'message_template_status_update') {
    const evento = ler(EventoModelo, valor, UM_MODELO)
    const { message_template_name: nome, message_template_language: idioma } = evento
    // The code has a sentence of ours; what Meta writes beside it is in English.
    const motivo = comMotivo(evento.reason) ?? evento.rejection_info?.reason ?? null
    const entendido = await aplicarEventoModelo(trx, { nome, idioma, evento: evento.event, motivo }, agora)
    if (!entendido) throw naoConhecido(`Um aviso sobre o modelo ${nome.slice(0, 80)} (${evento.event.slice(0, 40)})`)
    const categoria = evento.message_template_category
    // A run begins as soon as a text is approved, perhaps before the list is here.
    if (categoria) await aplicarCategoria(trx, { nome, idioma, categoria: categoria.toUpperCase() }, agora)
    return
  }
  if (campo === 'template_category_update') {
    const evento = ler(EventoCategoria, valor, 'Uma mudança de categoria de modelo')
    const { message_template_name: nome, message_template_language: idioma, new_category: categoria } = evento
    // An announcement names the category of today as `new_category`.
    if (evento.correct_category)
      return anunciarCategoria(trx, { nome, idioma, categoria: evento.correct_category }, agora)
    if (categoria) return aplicarCategoria(trx, { nome, idioma, categoria }, agora)
    throw new NaoEntendido('Uma mudança de categoria de modelo veio da Meta sem dizer qual.')
  }
  if (campo === 'message_template_quality_update') {
    const evento = ler(EventoQualidadeModelo, valor, 'Um aviso sobre a qualidade de um modelo')
    const { message_template_name: nome, message_template_language: idioma, new_quality_score: qualidade } = evento
    return aplicarQualidade(trx, { nome, idioma, qualidade }, agora)
  }
}

const comMotivo = (reason: string | undefined) => (reason === 'NONE' ? undefined : reason)

const UM_MODELO = 'Um aviso sobre um modelo'

const PARA_TUDO = new Set(['DISABLE', 'ACCOUNT_DELETED', 'ACCOUNT_OFFBOARDED', 'RESTRICTED_BIZ_INITIATED_MESSAGING'])

/**
 * News of the account go to the log; the ones after which nothing can be sent stop the sending at once, if they are not of before it was
 * resumed (`em`: when it happened).
 */
async function daConta(trx: Trx, { campo, valor }: DeOutroCampo, em: string, agora: Date) {
  if (campo === 'errors') {
    const erro = explicar(ler(ErroWebhook, valor, 'Um erro'))
    if (erro.tipo === 'parar_conta') await pararConta(trx, erro, agora, new Date(em))
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
  if (parada) await pararConta(trx, parada, agora, new Date(em))
  await pedirVerificacao(trx)
  await notificarTodos(trx, 'badges')
}

function motivoDeParada(valor: unknown): { codigo: string; mensagem: string } | null {
  const evento = ler(EventoConta, valor, 'Um aviso sobre a conta do WhatsApp')
  const detalhes = [
    evento.event,
    ...(evento.ban_info?.waba_ban_state ?? []),
    ...evento.restriction_info.map((restricao) => restricao.restriction_type),
  ]
  const grave = detalhes.find((detalhe) => PARA_TUDO.has(detalhe))
  if (!grave) return null
  return {
    codigo: grave.toLowerCase(),
    mensagem:
      'A Meta restringiu a conta do WhatsApp. Abra a Qualidade da Conta no Gerenciador do WhatsApp, resolva e clique em Verificar.',
  }
}

const UMA_PREFERENCIA = 'Uma preferência'

/** Meta's id of a person is another now, or they turned marketing off or on. */
async function doUsuario(
  trx: Trx,
  chaveSecreta: Buffer,
  { campo, valor, numero }: DeUsuario,
  conta: ContaEmVigor,
  agora: Date,
): Promise<string | null> {
  const deOutrora = conta.numerosAnteriores.includes(numero ?? '')
  if (campo === 'user_id_update') {
    if (deOutrora) return ID_DE_OUTRORA
    const { user_id, wa_id } = ler(TrocaDeUsuario, valor, 'Uma mudança de identificação de uma pessoa')
    const { telefone } = pessoaDita(wa_id, undefined)
    await trocarIdentificacao(trx, { telefone, antes: user_id.previous ?? null, depois: user_id.current }, agora)
    return null
  }
  const { wa_id, user_id, value, timestamp } = ler(PreferenciaCliente, valor, UMA_PREFERENCIA)
  if (value !== 'stop' && value !== 'resume') throw naoConhecido(`${UMA_PREFERENCIA} (${value.slice(0, 40)})`)
  const quem = pessoaDita(wa_id, user_id)
  if (quem.telefone === null && quem.bsuid === null)
    throw new NaoEntendido('Uma preferência veio da Meta sem dizer de quem.')
  await aplicarPreferencia(
    trx,
    chaveSecreta,
    deOutrora && quem.telefone !== null ? { ...quem, bsuid: null } : quem,
    { aceita: value === 'resume', em: instanteDito(timestamp, agora) },
    agora,
  )
  return null
}
