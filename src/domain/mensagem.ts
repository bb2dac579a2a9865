export const DIRECOES = ['enviada', 'recebida'] as const
export type Direcao = (typeof DIRECOES)[number]

/** `pagina`: what a customer did on the page of their own, told as a message of theirs; it is no reply. */
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

/** Where one of ours stands on its way out; none for what came in. */
export const ENVIOS = ['fila', 'reivindicada', 'enviando', 'aceita', 'desconhecida', 'encerrada'] as const
export type Envio = (typeof ENVIOS)[number]
/** Claimed, and not yet known to have left. */
export const SAINDO = ['reivindicada', 'enviando'] as const satisfies Envio[]
/** Not marked yet: none of it has left. */
export const POR_SAIR = ['fila', 'reivindicada'] as const satisfies Envio[]
/** Marked right before its request: it may have left, and only an answer or a webhook can tell. */
export const TALVEZ_SAIU = ['enviando', 'desconhecida'] as const satisfies Envio[]
/** It will go, or is going. */
export const A_SAIR = ['fila', ...SAINDO] as const satisfies Envio[]
/** It may still go, or may have gone: nobody knows the end of it. */
export const SEM_DESFECHO = [...A_SAIR, 'desconhecida'] as const satisfies Envio[]

/** What a message is for. */
export const FINALIDADES = [
  'regua',
  'parcela',
  'atendimento',
  'reengajar',
  'negociacao',
  'pagamento',
  'contestacao',
  'fora_do_horario',
  'opt_out',
  'identificacao',
  'recebida',
] as const
export type Finalidade = (typeof FINALIDADES)[number]

/** Answers who asks whether we wrote: it is not itself having written. */
export const IDENTIFICACAO: Finalidade = 'identificacao'

/** What one of ours is for. */
export type FinalidadeDeSaida = Exclude<Finalidade, 'recebida'>

interface Especie {
  /** Whose it is: the engine's own, what a person wrote or chose, what answers by itself, or the customer's. */
  de: 'motor' | 'pessoa' | 'resposta' | 'cliente'
  /** As a template it is the day's contact of its phone; what answers somebody is no contact in any figure. */
  doDia?: true
  /** A contact that counts among those without an answer (`numero_chamadas`). */
  tentativa?: true
  /** Goes out even to who asked to get no more: it confirms just that. */
  apesarDaRecusa?: true
}

/** Everything that the rules ask of a kind of message; each list and question below is taken from here. */
const ESPECIES: Record<Finalidade, Especie> = {
  regua: { de: 'motor', doDia: true, tentativa: true },
  parcela: { de: 'motor', doDia: true }, // reminds of an instalment that was agreed on
  atendimento: { de: 'pessoa', doDia: true, tentativa: true },
  reengajar: { de: 'pessoa', doDia: true, tentativa: true },
  negociacao: { de: 'resposta' },
  pagamento: { de: 'resposta' },
  contestacao: { de: 'resposta' },
  fora_do_horario: { de: 'resposta' },
  opt_out: { de: 'resposta', apesarDaRecusa: true },
  // Who we are, told to who asks, whatever they said before.
  identificacao: { de: 'resposta', apesarDaRecusa: true },
  recebida: { de: 'cliente' },
}

const quais = <F extends Finalidade>(sim: (especie: Especie) => unknown) =>
  FINALIDADES.filter((uma): uma is F => Boolean(sim(ESPECIES[uma])))

/** The engine's own messages: one a day to a phone, after those of people, judged again when they are claimed. */
export const DA_REGUA = quais<FinalidadeDeSaida>(({ de }) => de === 'motor')
/** What a template must be for to be the day's contact of its phone. */
export const DO_DIA = quais<FinalidadeDeSaida>(({ doDia }) => doDia)

type DoQue = { finalidade: Finalidade }

export const ehDaRegua = ({ finalidade }: DoQue): boolean => ESPECIES[finalidade].de === 'motor'

/** The day's message of its phone: a template that is no answer of ours. */
export const ehDoDia = ({ tipo, finalidade }: DoQue & { tipo: string }): boolean =>
  tipo === 'template' && ESPECIES[finalidade].doDia === true

/** May it count among the attempts without an answer? */
export const valeTentativa = ({ finalidade }: DoQue): boolean => ESPECIES[finalidade].tentativa === true

/** May it go to a customer who asked to get no messages? */
export const vaiApesarDaRecusa = ({ finalidade }: DoQue): boolean => ESPECIES[finalidade].apesarDaRecusa === true

/** What an engine message is for, by its template. */
export const finalidadeDaRegua = (modelo: string): 'regua' | 'parcela' => (modelo === 'parcela' ? 'parcela' : 'regua')

/** What a template that a person sends is for. */
export const finalidadeDePessoa = (modelo: string): 'atendimento' | 'reengajar' =>
  modelo === 'reengajar' ? 'reengajar' : 'atendimento'
