import { instanteDe } from './calendario.ts'
import { retornoDoCliente } from './cliente.ts'
import { proximoDiaPermitidoEm, proximoInstanteEm } from './contato-legal.ts'
import { type Dia, diaDe, somarDias } from './data.ts'
import { type Agenda, antesDe, type ClienteNaRegua, semTentativas } from './decisao.ts'
import { DIAS_ATE_PERGUNTAR_DE_NOVO, PERGUNTAS_NO_MAXIMO } from './pessoa.ts'
import { type ContaNaRegua, contaEsgotada, diaDoPasso, passoDevido, passoPorVir, quebraOAcordo } from './regua.ts'
import { livreDesde } from './retencao.ts'

/** A customer as the rule of the next contact wants them: when their pause ends, and what broke meanwhile. */
export interface ComPausa extends ClienteNaRegua {
  pausadoAte: Dia | null
  acordoQuebrado?: boolean
  promessaQuebrada?: boolean
  /** From when on a do-not-contact list keeps the engine from them, as things stand: an open conversation puts it off. */
  bloqueadoDesde?: Dia | null
}

/**
 * The next day on which the engine means to write to the customer as things stand, or null when it means to stay
 * silent: somebody has it, it waits, it may not be written to, its attempts ran out, no step is left, or nobody says whose the phone is.
 */
export function proximoContato(cliente: ComPausa, momento: Agenda): Dia | null {
  const desde = inicio(cliente, momento)
  if (desde === null || !cliente.numeroValido || !cliente.aceitaMensagens || cliente.bloqueado) return null
  const livre = aposAPergunta(cliente, desde, momento)
  if (livre === null) return null
  // The end of a pause counts the attempts anew, or takes them as seen to.
  if (cliente.status !== 'pausado' && semTentativas(cliente, momento.regua)) return null
  const dias = cliente.contas.flatMap((conta) => diaDaConta(conta, cliente, livre, momento) ?? [])
  const dia = dias.sort()[0] ?? null
  return dia === null || naFilaAte(dia, cliente, momento) ? null : dia
}

/** A list in force by then, an account with no step left, or an instalment that breaks the agreement sends them to the queue instead. */
const naFilaAte = (dia: Dia, { contas, bloqueadoDesde = null }: ComPausa, { regua, calendario }: Agenda): boolean =>
  (bloqueadoDesde !== null && bloqueadoDesde <= dia) ||
  contas.some((conta) => contaEsgotada(conta, dia, regua, calendario) || quebraOAcordo(conta, dia))

/** The day itself, or the one on which it is asked once more whose the phone is; null when a person is to ask. */
function aposAPergunta(cliente: ClienteNaRegua, dia: Dia, momento: Agenda): Dia | null {
  const antes = antesDe(cliente, { ...momento, dia })
  if (antes === 'nada' || antes === 'perguntar') return dia
  const { perguntas, perguntadaEm } = cliente.pessoa
  if (perguntas >= PERGUNTAS_NO_MAXIMO) return null
  return somarDias(perguntadaEm!, DIAS_ATE_PERGUNTAR_DE_NOVO)
}

/** The first day allowed by the customer's status, the day's message and the hours where they are. */
function inicio(cliente: ComPausa, momento: Agenda): Dia | null {
  const { dia, hora } = momento
  if (cliente.status === 'pausado' && acabaNaFila(cliente)) return null
  if (cliente.status === 'pausado') return cliente.pausadoAte && [cliente.pausadoAte, dia].sort().at(-1)!
  if (cliente.status !== 'ativo' && cliente.status !== 'negociado') return null
  if (cliente.cobradoHoje || cliente.ultimoModeloDia === dia) return somarDias(dia, 1)
  const abre = proximoInstanteEm(new Date(instanteDe(dia, hora)), cliente.lugar, momento)
  return abre && diaDe(abre)
}

/** An agreement or promise that broke during the pause sends the customer to the queue when it ends. */
function acabaNaFila({ contas, acordoQuebrado = false, promessaQuebrada = false }: ComPausa): boolean {
  const ativo = contas.some((conta) => conta.parcelaDeAcordo)
  return retornoDoCliente({ ativo, quebrado: acordoQuebrado, promessaQuebrada }) === 'aguardando_atendimento'
}

function diaDaConta(conta: ContaNaRegua, cliente: ClienteNaRegua, inicio: Dia, momento: Agenda): Dia | null {
  const { regua, calendario } = momento
  const permitido = (dia: Dia) => proximoDiaPermitidoEm(dia, cliente.lugar, momento)
  const desde = livreDesde(conta.retencao, inicio)
  if (desde === null) return null
  const devido = passoDevido(conta, desde, regua, calendario)
  const adiante = passoPorVir(conta, desde, regua, calendario)
  const escrito = devido ? desde : adiante && diaDoPasso(conta, adiante.dias, regua, calendario)
  const dia = escrito && permitido(escrito)
  if (!dia) return null
  const livre = cliente.ultimaCobrancaDia && somarDias(cliente.ultimaCobrancaDia, regua.intervaloMinimoDias)
  if (!livre || dia >= livre) return dia
  const noVencimento = permitido(conta.vencimento)
  const cedo = noVencimento && dia <= noVencimento && noVencimento < livre
  return cedo ? noVencimento : permitido(livre)
}
