import { MODELO_DA_PERGUNTA } from './pessoa.ts'

export const DIRECOES = ['enviada', 'recebida'] as const
export type Direcao = (typeof DIRECOES)[number]

/** `pagina`: what a customer did on their own page, shown as their message; it does not count as a reply. */
export const TIPOS_MENSAGEM = [
  'texto',
  'template',
  'imagem',
  'documento',
  'audio',
  'video',
  'botao',
  'outro',
  'pagina',
] as const
export type TipoMensagem = (typeof TIPOS_MENSAGEM)[number]

export const STATUS_MENSAGEM = ['pendente', 'enviada', 'entregue', 'lida', 'falha', 'cancelada', 'recebida'] as const
export type StatusMensagem = (typeof STATUS_MENSAGEM)[number]
/** It reached the phone. */
export const CHEGADAS = ['entregue', 'lida'] as const satisfies StatusMensagem[]
/** What was written so told nobody anything. */
export const NAO_DITAS = ['cancelada', 'falha'] as const satisfies StatusMensagem[]

/** The sending state of our messages; inbound ones have none. */
export const ENVIOS = ['fila', 'reivindicada', 'enviando', 'aceita', 'desconhecida', 'encerrada'] as const
export type Envio = (typeof ENVIOS)[number]
/** Claimed, and not yet known to have left. */
export const SAINDO = ['reivindicada', 'enviando'] as const satisfies Envio[]
/** Not marked yet: none of it has left. */
export const POR_SAIR = ['fila', 'reivindicada'] as const satisfies Envio[]
/** Marked right before its request: it may have left, and only an answer or a webhook can tell. */
export const TALVEZ_SAIU = ['enviando', 'desconhecida'] as const satisfies Envio[]
export const talvezSaiu = ({ envio }: { envio: Envio | null }): boolean =>
  (TALVEZ_SAIU as readonly (Envio | null)[]).includes(envio)
/** It will go, or is going. */
export const A_SAIR = ['fila', ...SAINDO] as const satisfies Envio[]
/** It may still go, or may have gone: nobody knows the end of it. */
export const SEM_DESFECHO = [...A_SAIR, 'desconhecida'] as const satisfies Envio[]

/** What a message is for. */
export const FINALIDADES = [
  'regua',
  'parcela',
  'confirmacao',
  'atendimento',
  'reengajar',
  'negociacao',
  'pagamento',
  'contestacao',
  'fora_do_horario',
  'opt_out',
  'identificacao',
  'recebida',
  'toque',
] as const
export type Finalidade = (typeof FINALIDADES)[number]

/** Answers somebody who asks whether we wrote to them; it does not count as having written. */
export const IDENTIFICACAO: Finalidade = 'identificacao'

/** Tells who wrote at night that we read in the morning; it says nothing of theirs, and is no last message in a list. */
export const FORA_DO_HORARIO: Finalidade = 'fora_do_horario'

/** What one of ours is for. */
export type FinalidadeDeSaida = Exclude<Finalidade, 'recebida' | 'toque'>

interface Especie {
  /** Whose it is: the engine's own, what a person wrote or chose, what answers by itself, or the customer's. */
  de: 'motor' | 'pessoa' | 'resposta' | 'cliente'
  /** As a template it is the phone's one message of the day; answers are not. */
  doDia?: true
  /** It only asks whose the phone is: it bills nobody, and is a contact in no figure. */
  soPergunta?: true
  /** A contact that counts among those without an answer (`numero_chamadas`). */
  tentativa?: true
  /** An answer that, as a template, waits for the hours in which its customer may be written to. */
  esperaHoras?: true
  /** It is sent even to a customer who opted out, because it confirms the opt-out. */
  apesarDaRecusa?: true
}

/** Everything that the rules ask of a kind of message; each list and question below is taken from here. */
const ESPECIES: Record<Finalidade, Especie> = {
  regua: { de: 'motor', doDia: true, tentativa: true },
  parcela: { de: 'motor', doDia: true }, // reminds of an instalment that was agreed on
  confirmacao: { de: 'motor', doDia: true, soPergunta: true },
  atendimento: { de: 'pessoa', doDia: true, tentativa: true },
  reengajar: { de: 'pessoa', doDia: true, tentativa: true },
  negociacao: { de: 'resposta' },
  pagamento: { de: 'resposta' },
  contestacao: { de: 'resposta', esperaHoras: true },
  fora_do_horario: { de: 'resposta' },
  opt_out: { de: 'resposta', apesarDaRecusa: true },
  // Who we are, told to whoever asks, whatever they said before.
  identificacao: { de: 'resposta', apesarDaRecusa: true },
  recebida: { de: 'cliente' },
  // A tap on a button of our question is processed, and is counted as a reply nowhere.
  toque: { de: 'cliente' },
}

const quais = <F extends Finalidade>(sim: (especie: Especie) => unknown) =>
  FINALIDADES.filter((uma): uma is F => Boolean(sim(ESPECIES[uma])))

/** The engine's own messages: one a day to a phone, after those of people, judged again when they are claimed. */
export const DA_REGUA = quais<FinalidadeDeSaida>(({ de }) => de === 'motor')
/** What a template must be for to be the day's contact of its phone. */
export const DO_DIA = quais<FinalidadeDeSaida>(({ doDia }) => doDia)
/** The engine's that ask for money: some days must lie between them. */
export const DE_COBRANCA = quais<FinalidadeDeSaida>(({ de, soPergunta }) => de === 'motor' && !soPergunta)
/** What a template must be for to be a contact in a figure. */
export const DE_CONTATO = quais<FinalidadeDeSaida>(({ doDia, soPergunta }) => doDia && !soPergunta)
/** The engine's question whose the phone is. */
export const CONFIRMACAO = 'confirmacao' satisfies Finalidade
/** A tap on one of its buttons. */
export const TOQUE = 'toque' satisfies Finalidade

type DoQue = { finalidade: Finalidade }

/** The engine's own: what it bills with, and its question whose the phone is. */
export const ehDaRegua = ({ finalidade }: DoQue): boolean => ESPECIES[finalidade].de === 'motor'

/** Does it ask for money in the engine's name? */
export const ehCobranca = (mensagem: DoQue): boolean =>
  ehDaRegua(mensagem) && ESPECIES[mensagem.finalidade].soPergunta !== true

/** The day's message of its phone: a template that is no answer of ours. */
export const ehDoDia = ({ tipo, finalidade }: DoQue & { tipo: string }): boolean =>
  tipo === 'template' && ESPECIES[finalidade].doDia === true

export const ESPERAM_HORAS = quais<FinalidadeDeSaida>(({ esperaHoras }) => esperaHoras)
/** Does it wait for the hours of its customer? The engine's own have theirs from its run. */
export const esperaHoras = ({ tipo, finalidade }: DoQue & { tipo: string }): boolean =>
  tipo === 'template' && ESPECIES[finalidade].esperaHoras === true

/** May it count among the attempts without an answer? */
export const valeTentativa = ({ finalidade }: DoQue): boolean => ESPECIES[finalidade].tentativa === true

/** May it go to a customer who asked to get no messages? */
export const vaiApesarDaRecusa = ({ finalidade }: DoQue): boolean => ESPECIES[finalidade].apesarDaRecusa === true

/** What an engine message is for, by its template. */
export function finalidadeDaRegua(modelo: string): 'regua' | 'parcela' | 'confirmacao' {
  if (modelo === MODELO_DA_PERGUNTA) return CONFIRMACAO
  return modelo === 'parcela' ? 'parcela' : 'regua'
}

/** What a template that a person sends is for. */
export const finalidadeDePessoa = (modelo: string): 'atendimento' | 'reengajar' =>
  modelo === 'reengajar' ? 'reengajar' : 'atendimento'
