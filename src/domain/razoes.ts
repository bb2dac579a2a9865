import { comPessoas } from './cliente.ts'
import { type Dia, formatarDia, nomeDoDia } from './data.ts'
import type { ClienteNaRegua, MotivoDecisao } from './decisao.ts'
import { fraseDaDecisao, nomeDoPasso, temMensagem, tentativasDe } from './explicacao.ts'

/** One reason of a decision: it lets the message go, it stops it, or it says what comes next. */
export interface Razao {
  sinal: 'favor' | 'contra' | 'seguinte'
  texto: string
}

export interface Fatos {
  motivo: MotivoDecisao
  passo: number | null
  /** It is about the question whose the phone is, not about a step. */
  pergunta?: boolean
  /** The account whose step it is. */
  conta: { nome: string; vencimento: Dia } | null
  status: ClienteNaRegua['status']
  numeroChamadas: number
  maximo: number
  dia: Dia
  /** Of the day, where the customer is; null: nothing is sent on it. */
  horas: { inicio: string; fim: string } | null
  /** It went by a run that lifts days and hours. */
  forcada?: boolean
  /** A sentence that says more than the reason's own: the law's row that stopped it, why WhatsApp refused the message. */
  frase?: string | null
  /** Which money may be on its way, where that is why. */
  vindo?: string | null
  /** The next day on which the engine means to write. */
  proximo: Dia | null
}

/** A decision taken apart, one line a reason: what speaks for the message, what stopped it, what comes next. */
export function razoesDe(fatos: Fatos): Razao[] {
  const vai = temMensagem(fatos.motivo)
  const favor = [doPasso(fatos), ...(vai ? condicoes(fatos) : [])]
  const contra = vai ? [fatos.frase ?? null] : [fatos.vindo ?? null, impedimento(fatos), esgotado(fatos)]
  return [...linhas('favor', favor), ...linhas('contra', contra), ...linhas('seguinte', [seguinte(fatos)])]
}

const linhas = (sinal: Razao['sinal'], textos: (string | null)[]): Razao[] =>
  textos.filter((texto) => texto !== null).map((texto) => ({ sinal, texto }))

/** Reasons that stand before any step is looked at. */
const SEM_PASSO: readonly MotivoDecisao[] = [
  'contato_invalido',
  'nao_aceita_mensagens',
  'bloqueio_legal',
  'pausado',
  'em_atendimento',
  'aguardando',
]

function doPasso({ motivo, passo, conta, dia }: Fatos): string | null {
  if (passo === null || conta === null || SEM_PASSO.includes(motivo)) return null
  // By the days, not by the step: the one of the due day itself may go days later.
  const verbo = conta.vencimento < dia ? 'venceu' : conta.vencimento > dia ? 'vence' : 'vence hoje,'
  return `${conta.nome} ${verbo} em ${formatarDia(conta.vencimento)}: hoje é o passo ${nomeDoPasso(passo)}`
}

const maiuscula = (texto: string) => texto.charAt(0).toUpperCase() + texto.slice(1)

const condicoes = ({ dia, horas, forcada, numeroChamadas, maximo, status, pergunta }: Fatos): string[] => [
  `${maiuscula(nomeDoDia(dia))}${horas ? `, dia de envio, das ${horas.inicio} às ${horas.fim}` : ''}${forcada ? ', numa execução mesmo fora do horário' : ''}`,
  pergunta
    ? 'Não se sabe ainda se o telefone é do cliente: vai só a pergunta, que não é tentativa nem fala da dívida'
    : `Única mensagem do dia; ${tentativasDe(numeroChamadas, maximo)} até agora`,
  status === 'negociado' ? 'Aceita mensagens; sem pausa' : 'Aceita mensagens; sem pausa nem acordo',
]

const impedimento = ({ motivo, passo, horas, frase }: Fatos): string =>
  frase ??
  (motivo === 'fora_do_horario' && horas
    ? `Fora do horário de envio, das ${horas.inicio} às ${horas.fim}`
    : fraseDaDecisao(motivo, passo))

function esgotado({ motivo, numeroChamadas, maximo }: Fatos): string | null {
  const parado = motivo === 'aguardando' || motivo === 'em_atendimento'
  if (!parado || numeroChamadas < maximo) return null
  return `A ${numeroChamadas}ª tentativa ficou sem resposta: o limite da régua é ${maximo}`
}

function seguinte({ motivo, status, proximo, dia }: Fatos): string | null {
  if (comPessoas(status)) return 'A régua só continua quando o atendimento for devolvido à cobrança'
  if (motivo === 'prevista' || proximo === null || proximo === dia) return null
  return `Próximo contato previsto para ${formatarDia(proximo)}`
}
