import { type Dia, formatarDia } from './data.ts'
// Types alone: screens begin with these words, and not with how it is decided.
import type { MotivoDecisao } from './decisao.ts'
import type { StatusMensagem } from './mensagem.ts'

/** A message goes. */
export const COM_MENSAGEM = ['enviada', 'prevista'] as const satisfies MotivoDecisao[]
export const temMensagem = (motivo: MotivoDecisao): boolean =>
  (COM_MENSAGEM as readonly MotivoDecisao[]).includes(motivo)

/** "D+5", "D−3", "D0, no vencimento": the name of a step. */
export function nomeDoPasso(dias: number): string {
  if (dias === 0) return 'D0, no vencimento'
  return dias > 0 ? `D+${dias}` : `D−${-dias}`
}

const FRASES: Record<MotivoDecisao, string> = {
  enviada: 'A mensagem do dia foi para a fila de envio.',
  contato_invalido: 'Não há telefone que possa receber WhatsApp. Corrija o telefone no cadastro.',
  nao_aceita_mensagens: 'O cliente pediu para não receber mensagens. Só uma pessoa pode falar com ele por outro canal.',
  bloqueio_legal:
    'O telefone está em uma lista de não perturbe. Só uma pessoa pode falar com o cliente por outro canal, ou registrar que ele autorizou o contato.',
  pausado: 'A cobrança automática está pausada.',
  em_atendimento: 'Um operador está em atendimento com o cliente, e por isso a cobrança automática espera.',
  aguardando: 'O cliente está na fila, aguardando um operador.',
  acordo: 'Há um acordo, e nada dele é cobrado hoje.',
  contestacao: 'O cliente contestou a conta: a cobrança espera até que alguém responda.',
  promessa: 'O cliente prometeu pagar: a cobrança espera até que se saiba se pagou.',
  pagamento_a_caminho: 'Pode haver um pagamento a caminho desta conta: a cobrança espera até que se saiba.',
  sem_conta_no_passo: 'Nenhuma conta em aberto tem um passo da régua para hoje.',
  ja_contatado_hoje: 'O telefone já recebeu a mensagem do dia, ou recebeu uma há menos dias que o intervalo mínimo.',
  pessoa_nao_confirmada:
    'Ainda não se sabe se o telefone é do cliente: a cobrança espera que quem o tem toque em Sim, abra a página do cliente, ou que um operador confirme.',
  modelo_nao_aprovado: 'O modelo deste passo ainda não foi aprovado pela Meta. Veja em Config. Mensagens.',
  feriado: 'Hoje é domingo ou feriado: a mensagem fica para o próximo dia de envio.',
  fora_do_horario: 'Está fora do horário de envio da empresa, pelo relógio de onde o cliente está.',
  limite_do_numero:
    'O número já alcança hoje todas as pessoas que pode em 24 horas. Quem espera há mais tempo vai primeiro, e este cliente fica para amanhã.',
  prevista: 'A mensagem está prevista para a rodada de hoje.',
}

/** Of whoever the next run moves to the queue, where nobody looks for them yet. */
export const VAI_PARA_A_FILA =
  'A cobrança automática não tem mais o que fazer por este cliente: a próxima rodada o põe na fila, para um operador.'

/** Why a customer was or was not billed, in a few words. */
export const ROTULOS_DA_DECISAO: Record<MotivoDecisao, string> = {
  enviada: 'Enviada',
  contato_invalido: 'Número inválido',
  nao_aceita_mensagens: 'Não aceita mensagens',
  bloqueio_legal: 'Não perturbe',
  pausado: 'Pausado',
  em_atendimento: 'Em atendimento',
  aguardando: 'Aguardando atendimento',
  acordo: 'Em acordo',
  contestacao: 'Conta contestada',
  promessa: 'Promessa de pagamento',
  pagamento_a_caminho: 'Pagamento a caminho',
  sem_conta_no_passo: 'Sem conta no passo',
  ja_contatado_hoje: 'Já contatado',
  pessoa_nao_confirmada: 'Pessoa não confirmada',
  modelo_nao_aprovado: 'Modelo não aprovado',
  feriado: 'Domingo ou feriado',
  fora_do_horario: 'Fora do horário',
  limite_do_numero: 'Limite do número',
  prevista: 'Prevista para hoje',
}

/** Of whoever was to be billed by a message that was cancelled before it left; `porque` is a sentence. */
export const fraseDaCancelada = (porque: string) => `Foi para a fila, mas não saiu. ${porque}`

/** Of whoever's message of the day was refused, and whom the next run of the day bills again; `porque` is a sentence. */
export const fraseDaRecusada = (porque: string) => `A mensagem de hoje não saiu, e volta na próxima rodada. ${porque}`

/** What became of a message that was to be sent, as the end of a sentence. */
const DESTINOS: Record<Exclude<StatusMensagem, 'recebida'>, string> = {
  pendente: 'na fila de envio',
  enviada: 'enviada',
  entregue: 'entregue',
  lida: 'lida',
  falha: 'não enviada',
  cancelada: 'cancelada antes de sair',
}
export const destinoDaMensagem = (status: StatusMensagem) => (status === 'recebida' ? '' : DESTINOS[status])

/** For decisions about the question whose the phone is, which comes before the step. */
const FRASES_DA_PERGUNTA: Partial<Record<MotivoDecisao, string>> = {
  enviada: 'Antes de cobrar, foi perguntado a quem tem o telefone se é do cliente, sem falar da dívida.',
  prevista: 'Antes de cobrar, a rodada de hoje pergunta a quem tem o telefone se é do cliente, sem falar da dívida.',
}

/** A decision in one sentence. `pergunta`: it is about the question whose the phone is. */
export function fraseDaDecisao(motivo: MotivoDecisao, passo: number | null, pergunta = false): string {
  const daPergunta = pergunta ? FRASES_DA_PERGUNTA[motivo] : undefined
  if (daPergunta) return daPergunta
  const comPasso = temMensagem(motivo) || motivo === 'modelo_nao_aprovado'
  return comPasso && passo !== null ? `${FRASES[motivo]} Passo ${nomeDoPasso(passo)}.` : FRASES[motivo]
}

interface Situacao {
  motivo: MotivoDecisao
  passo: number | null
  /** It is about the question whose the phone is, not about a step. */
  pergunta?: boolean
  numeroChamadas: number
  maximo: number
  /** The next day on which the engine means to write. */
  proximo: Dia | null
  dia: Dia
  /** A sentence that says more than the reason's own, such as that of the law's row that stopped it. */
  frase?: string | null
}

/** A decision as a person wants it explained: the reason, how far the attempts are, and what comes next. */
export function explicar(situacao: Situacao): string {
  return [
    situacao.frase ?? fraseDaDecisao(situacao.motivo, situacao.passo, situacao.pergunta),
    tentativas(situacao),
    seguinte(situacao),
  ]
    .filter((frase) => frase !== null)
    .join(' ')
}

function tentativas({ motivo, pergunta, numeroChamadas, maximo }: Situacao): string | null {
  if (pergunta) return null
  if (!temMensagem(motivo)) return null
  return `${tentativasDe(numeroChamadas, maximo)} até agora.`
}

/** More than the most there may be where an agreement came between. */
export const tentativasDe = (n: number, maximo: number): string =>
  n > maximo ? `${n} tentativas sem resposta` : `${n} de ${maximo} tentativas sem resposta`

function seguinte({ motivo, proximo, dia }: Situacao): string | null {
  if (motivo === 'prevista' || proximo === null) return null
  return proximo === dia ? null : `Próximo contato previsto para ${formatarDia(proximo)}.`
}
