import { diaPermitido } from './calendario.ts'
import type { MotivoFila, STATUS_COBRAVEIS, StatusCliente } from './cliente.ts'
import { type Contato, type Impedimento, impedimentoEm, inicioDaEsperaEm } from './contato-legal.ts'
import { type Dia, diaDe, diasEntre, type Instante } from './data.ts'
import { type AntesDeCobrar, antesDeCobrar, MODELO_DA_PERGUNTA, type PessoaDoTelefone, perguntaSeDe } from './pessoa.ts'
import type { ConfirmarPessoa } from './recebimento.ts'
import {
  type ContaNaRegua,
  contaEsgotada,
  type Passo,
  passoDevido,
  passoSemRetencao,
  porAtraso,
  type Regua,
} from './regua.ts'
import { MOTIVOS_DA_RETENCAO, type MotivoDaRetencao, retidaEm } from './retencao.ts'
import type { Lugar } from './uf.ts'

export const MOTIVOS_DA_DECISAO = [
  'enviada',
  'contato_invalido',
  'nao_aceita_mensagens',
  'bloqueio_legal',
  'pausado',
  'em_atendimento',
  'aguardando',
  ...MOTIVOS_DA_RETENCAO,
  'sem_conta_no_passo',
  'ja_contatado_hoje',
  'pessoa_nao_confirmada',
  'modelo_nao_aprovado',
  'feriado',
  'fora_do_horario',
  'limite_do_numero',
  'prevista',
] as const
export type MotivoDecisao = (typeof MOTIVOS_DA_DECISAO)[number]

export const MODELOS_DA_REGUA = ['lembrete', 'vencimento', 'atraso', 'atraso_grave', 'parcela'] as const

/** All templates that the engine sends: the cadence's, and the question whose the phone is. */
export const MODELOS_DO_MOTOR = [...MODELOS_DA_REGUA, MODELO_DA_PERGUNTA] as const
export type ModeloDoMotor = (typeof MODELOS_DO_MOTOR)[number]

/** One customer as the engine sees it. What is said of the phone holds for everyone who shares it. */
export interface ClienteNaRegua {
  id: number
  contatoId: number | null
  status: StatusCliente
  lugar: Lugar
  /** There is a phone, and nothing says that it cannot be on WhatsApp. */
  numeroValido: boolean
  aceitaMensagens: boolean
  /** A do-not-contact list has the phone, which was not authorised since and is in no open conversation. */
  bloqueado: boolean
  /** Has not turned marketing off in WhatsApp: counts for templates that Meta moved to that category. */
  aceitaMarketing: boolean
  /** Decides, with the company's setting, whether it is asked whose the phone is. */
  documento: string | null
  /** What is known of the phone as this customer's. */
  pessoa: PessoaDoTelefone
  numeroChamadas: number
  /** Those of them that were made before a person agreed with the customer, or handed them back. */
  tentativasVistas: number
  ultimoContatoEm: Instante | null
  /** The day of the phone's last template, one under way included. */
  ultimoModeloDia: Dia | null
  /** The day of the last time the phone was billed, one under way included; being asked is not being billed. */
  ultimaCobrancaDia: Dia | null
  /** The phone was reached in the last 24 hours: it takes nothing more from the number's limit. */
  alcancado: boolean
  /** An engine message of this day stands for this customer. */
  cobradoHoje: boolean
  /** The open accounts. */
  contas: readonly ContaNaRegua[]
}

/** What decides the days of contact: the company's clock and settings, and the law's rows. */
export interface Agenda extends Contato {
  dia: Dia
  hora: string
  regua: Regua
  /** For how long an account is left in peace for money that may be on its way to it. */
  carenciaDiasUteis: number
  /** Which customers are asked, before they are billed, whether the phone is theirs. */
  confirmarPessoa: ConfirmarPessoa
}

/** What a decision depends on beside: what the templates and the number allow now. */
export interface Momento extends Agenda {
  /** Lifts hours, Sundays and holidays. */
  forcado: boolean
  /** Templates with an approved version. */
  aprovados: ReadonlySet<string>
  /** Those that Meta counts as marketing. */
  marketing: ReadonlySet<string>
  /** People whom the number may still reach today; null when there is no limit. */
  limite: number | null
}

/** Why a run moves a customer to the queue. */
export type MotivoFilaDoMotor = Extract<
  MotivoFila,
  'contato_invalido' | 'nao_aceita_mensagens' | 'bloqueio_legal' | 'sem_resposta' | 'pessoa_nao_confirmada'
>

export interface Avaliacao {
  motivo: MotivoDecisao
  /** The step of the most overdue account with one due. */
  passo: number | null
  modelo: ModeloDoMotor | null
  /** What a message would cover, the most overdue first. */
  contas: { id: number; passo: number }[]
  /** Where the run must move the customer to, and why. */
  fila: MotivoFilaDoMotor | null
}

/** Why this customer is, or is not, billed at this moment, apart from what the others take (see `avaliarTodos`). */
export function avaliar(cliente: ClienteNaRegua, momento: Momento): Avaliacao {
  const devidas = contasDevidas(cliente, momento)
  const principal = devidas[0]
  const antes = principal ? antesDe(cliente, momento) : 'nada'
  const modelo = principal ? modeloDe(principal, antes) : null
  const aceita = cliente.aceitaMensagens && (cliente.aceitaMarketing || !momento.marketing.has(modelo ?? ''))
  const fila = filaDe(cliente, aceita, devidas.length > 0, antes, momento)
  return {
    motivo: motivoDe(cliente, aceita, devidas, { modelo, antes }, fila, momento),
    passo: principal?.passo.dias ?? null,
    modelo,
    contas: devidas.map(({ conta, passo }) => ({ id: conta.id, passo: passo.dias })),
    fila,
  }
}

type Devida = { conta: ContaNaRegua; passo: Passo }

/** What must come before a step may go to this customer's phone. */
export const antesDe = (
  { documento, pessoa }: Pick<ClienteNaRegua, 'documento' | 'pessoa'>,
  { dia, confirmarPessoa }: Pick<Agenda, 'dia' | 'confirmarPessoa'>,
): AntesDeCobrar => (perguntaSeDe(confirmarPessoa, documento) ? antesDeCobrar(pessoa, dia) : 'nada')

/** Until the phone is known to be the customer's, whatever is due, the question is what goes. */
function modeloDe({ conta, passo }: Devida, antes: AntesDeCobrar): ModeloDoMotor {
  if (antes !== 'nada') return MODELO_DA_PERGUNTA
  return conta.parcelaDeAcordo ? 'parcela' : passo.tipo
}

function contasDevidas(cliente: ClienteNaRegua, { dia, regua, calendario }: Momento): Devida[] {
  return cliente.contas
    .flatMap((conta) => {
      const passo = passoDevido(conta, dia, regua, calendario)
      return passo ? [{ conta, passo }] : []
    })
    .sort((a, b) => porAtraso(a.conta, b.conta))
}

/** Why those are left alone whom the engine may not bill at all. */
const PARADO: Partial<Record<StatusCliente, MotivoDecisao>> = {
  pausado: 'pausado',
  em_atendimento: 'em_atendimento',
  aguardando_atendimento: 'aguardando',
  concluido: 'sem_conta_no_passo',
} satisfies Record<Exclude<StatusCliente, (typeof STATUS_COBRAVEIS)[number]>, MotivoDecisao>

/** The first that applies, in the contract's order. */
function motivoDe(
  cliente: ClienteNaRegua,
  aceita: boolean,
  devidas: Devida[],
  { modelo, antes }: { modelo: ModeloDoMotor | null; antes: AntesDeCobrar },
  fila: MotivoFilaDoMotor | null,
  momento: Momento,
): MotivoDecisao {
  if (!cliente.numeroValido) return 'contato_invalido'
  if (!aceita) return 'nao_aceita_mensagens'
  if (cliente.bloqueado) return 'bloqueio_legal'
  const parado = PARADO[cliente.status]
  if (parado) return parado
  if (fila) return 'aguardando'
  if (cliente.cobradoHoje) return 'ja_contatado_hoje' // today's message covered the step, so none is due
  if (!modelo) return retencaoDe(cliente, momento) ?? (cliente.status === 'negociado' ? 'acordo' : 'sem_conta_no_passo')
  if (jaContatado(cliente, devidas, momento)) return 'ja_contatado_hoje'
  if (antes === 'esperar' || antes === 'chamar') return 'pessoa_nao_confirmada'
  if (!momento.aprovados.has(modelo)) return 'modelo_nao_aprovado'
  return impedimentoDe(cliente, momento)?.motivo ?? 'prevista'
}

/** What the day or the hour forbids where the customer is; null also for a forced run. */
export const impedimentoDe = ({ lugar }: Pick<ClienteNaRegua, 'lugar'>, momento: Momento): Impedimento | null =>
  momento.forcado ? null : impedimentoEm(lugar, momento)

/**
 * Why every account that would have a step due is held: the first reason, in the contract's order. While a proposal
 * awaits its first payment the engine is silent, whether or not a step is due.
 */
function retencaoDe({ contas }: ClienteNaRegua, { dia, regua, calendario }: Momento): MotivoDaRetencao | null {
  const motivos = contas
    .filter((conta) => retidaEm(conta.retencao, dia))
    .filter((conta) => conta.retencao!.motivo === 'acordo' || passoSemRetencao(conta, dia, regua, calendario))
    .map(({ retencao }) => retencao!.motivo)
  return MOTIVOS_DA_RETENCAO.find((motivo) => motivos.includes(motivo)) ?? null
}

/** One message a day to a phone, and some days between the engine's, except on a due day itself. */
function jaContatado(cliente: ClienteNaRegua, devidas: Devida[], momento: Momento): boolean {
  const { dia, regua } = momento
  if (cliente.ultimoModeloDia === dia) return true
  if (cliente.ultimaCobrancaDia === null) return false
  if (diasEntre(cliente.ultimaCobrancaDia, dia) >= regua.intervaloMinimoDias) return false
  const primeiro = inicioDaEsperaEm(dia, cliente.lugar, momento)
  return !devidas.some(({ conta }) => primeiro <= conta.vencimento && conta.vencimento <= dia)
}

/** Why the customer goes to the queue: whoever owes and the engine can do no more for must be seen by a person. */
function filaDe(
  cliente: ClienteNaRegua,
  aceita: boolean,
  deve: boolean,
  antes: AntesDeCobrar,
  momento: Momento,
): MotivoFilaDoMotor | null {
  const { dia, forcado, regua, calendario } = momento
  if (PARADO[cliente.status]) return null
  if (!cliente.numeroValido) return 'contato_invalido'
  if (!forcado && !diaPermitido(dia, calendario)) return null
  if (!aceita && deve) return 'nao_aceita_mensagens'
  if (cliente.bloqueado && deve) return 'bloqueio_legal'
  const chamadoHoje = cliente.ultimoContatoEm !== null && diaDe(cliente.ultimoContatoEm) >= dia
  if (semTentativas(cliente, regua) && !chamadoHoje) return 'sem_resposta'
  if (cliente.cobradoHoje) return null
  if (cliente.contas.some((conta) => contaEsgotada(conta, dia, regua, calendario))) return 'sem_resposta'
  return antes === 'chamar' ? 'pessoa_nao_confirmada' : null
}

/** The last of them stayed without an answer, and nobody has seen to it since. */
export const semTentativas = (
  { numeroChamadas, tentativasVistas }: Pick<ClienteNaRegua, 'numeroChamadas' | 'tentativasVistas'>,
  { maxTentativas }: Regua,
): boolean => numeroChamadas >= maxTentativas && numeroChamadas > tentativasVistas

/**
 * A whole run: one message a day to each phone and the number's limit are shared out to whoever waited longest since the
 * last contact, then to whoever owes longest. A run asks it in SQL (server/regua/selecao.ts), which the tests hold to this; the
 * desk asks this itself for one phone.
 */
export function avaliarTodos(clientes: readonly ClienteNaRegua[], momento: Momento): Map<number, Avaliacao> {
  const avaliacoes = new Map(clientes.map((cliente) => [cliente.id, avaliar(cliente, momento)]))
  const contatos = new Set<number | null>()
  let alcancados = 0
  for (const cliente of [...clientes].sort(porEspera)) {
    const avaliacao = avaliacoes.get(cliente.id)
    if (avaliacao?.motivo !== 'prevista') continue
    if (contatos.has(cliente.contatoId)) {
      avaliacao.motivo = 'ja_contatado_hoje'
      continue
    }
    contatos.add(cliente.contatoId)
    if (cliente.alcancado) continue
    alcancados += 1
    if (momento.limite !== null && alcancados > momento.limite) avaliacao.motivo = 'limite_do_numero'
  }
  return avaliacoes
}

/** Who waited longest since the last contact comes first, then who owes longest. */
function porEspera(a: ClienteNaRegua, b: ClienteNaRegua): number {
  const contato = (a.ultimoContatoEm ?? '').localeCompare(b.ultimoContatoEm ?? '')
  return contato || deveDesde(a).localeCompare(deveDesde(b)) || a.id - b.id
}

const deveDesde = (cliente: ClienteNaRegua): Dia =>
  cliente.contas.map((conta) => conta.vencimentoUtil).sort()[0] ?? '9999-12-31'
