import { type Calendario, diaPermitido, proximoDiaUtil } from './calendario.ts'
import { type Contato, diaPermitidoEm, inicioDaEsperaEm } from './contato-legal.ts'
import { type Dia, diasEntre, somarDias } from './data.ts'
import { semTentativas } from './decisao.ts'
import { DIAS_ATE_QUEBRAR } from './negociacao.ts'
import { antesDeCobrar, type PessoaDoTelefone } from './pessoa.ts'
import { diaEscrito, passosAtivos, type Regua } from './regua.ts'
import type { Lugar } from './uf.ts'

export interface ContaPrevista {
  vencimento: Dia
  /** The latest step already covered. */
  coberto: number | null
  parcelaDeAcordo: boolean
  /** The last day on which it is held; null: nobody knows. Absent: it is not held. */
  retidaAte?: Dia | null
}

/** Phones that are alike to the engine: last billed on the same day, their customers with the same due days, covered as far. */
export interface GrupoPrevisto {
  telefones: number
  ultimaCobranca: Dia | null
  /** More than one share a phone, and so its message of the day: who waited longest first. */
  clientes: readonly ClientePrevisto[]
}

export interface ClientePrevisto {
  contas: readonly ContaPrevista[]
  numeroChamadas: number
  /** As of a customer in `decisao.ts`. */
  tentativasVistas: number
  /** The day on which their pause ends; null: they are not paused. */
  voltaEm: Dia | null
  /** What is known of the phone, of those who are asked whether it is theirs; null: they are not asked. */
  pessoa: PessoaDoTelefone | null
  /** Which days are of sending where they are. */
  dias: DiasDeUmLugar
}

export interface DiasDeUmLugar {
  envia: boolean[]
  /** For each day, the first of the days without sending just before it, counted from the first of the forecast. */
  esperas: number[]
}

/** The days of a forecast as they are in a place. */
export function diasDoLugar(lugar: Lugar, contato: Contato, de: Dia, quantos: number): DiasDeUmLugar {
  const dias = Array.from({ length: quantos }, (_, n) => somarDias(de, n))
  const envia = dias.map((dia) => diaPermitidoEm(dia, lugar, contato))
  const esperas = dias.map((dia, n) => (envia[n] ? diasEntre(de, inicioDaEsperaEm(dia, lugar, contato)) : 0))
  return { envia, esperas }
}

export interface DiaPrevisto {
  dia: Dia
  envia: boolean
  mensagens: number
  /** How many of them only ask whose the phone is, before anything is billed. */
  perguntas: number
  /** What would go on this day, and goes later because of the law's rows and holidays. */
  adiadasPelaLei: number
  /** By the step's `dias`; a question is of none. */
  porPasso: Record<string, number>
}

/**
 * How many messages go on each of the next days, from what is open now: simulates the engine day after day, as if
 * nobody paid or answered. At most one message per phone and day, with the step of the most overdue account; the
 * minimum interval applies except on a due day, and whoever runs out of attempts or steps, or breaks an agreement, goes to the
 * queue. A held account waits for the end of its hold; whoever does not confirm the phone is asked twice, and then goes to the queue.
 */
export function preverEnvios(
  grupos: readonly GrupoPrevisto[],
  regua: Regua,
  calendario: Calendario,
  de: Dia,
  quantos: number,
): DiaPrevisto[] {
  const dias = Array.from({ length: quantos }, (_, n): DiaPrevisto => {
    const dia = somarDias(de, n)
    return { dia, envia: diaPermitido(dia, calendario), mensagens: 0, perguntas: 0, adiadasPelaLei: 0, porPasso: {} }
  })
  const ultimoPasso = passosAtivos(regua).at(-1)?.dias ?? NENHUM
  const linhas = new Map<Dia, LinhaDoTempo>()
  const linhaDe = (vencimento: Dia) => {
    const conhecida = linhas.get(vencimento)
    if (conhecida) return conhecida
    const nova = tracar(vencimento, regua, calendario, de, quantos)
    linhas.set(vencimento, nova)
    return nova
  }
  for (const grupo of grupos) simular(grupo, { dias, ultimoPasso, linhaDe, regua, de })
  return dias
}

const NENHUM = -32_768

/** What the calendar says of a due day, counted in days from the first one of the forecast. */
interface LinhaDoTempo {
  vencimento: number
  vencimentoUtil: number
  /** The latest step that has come by each day. */
  chegou: Int16Array
}

function tracar(vencimento: Dia, regua: Regua, calendario: Calendario, de: Dia, quantos: number): LinhaDoTempo {
  const conta = { vencimento, vencimentoUtil: proximoDiaUtil(vencimento, calendario) }
  const chegou = new Int16Array(quantos).fill(NENHUM)
  for (const { dias } of passosAtivos(regua)) {
    const desde = diasEntre(de, diaEscrito(conta, dias, regua, calendario))
    chegou.fill(dias, Math.max(0, desde))
  }
  return { vencimento: diasEntre(de, vencimento), vencimentoUtil: diasEntre(de, conta.vencimentoUtil), chegou }
}

interface Cenario {
  dias: DiaPrevisto[]
  ultimoPasso: number
  linhaDe: (vencimento: Dia) => LinhaDoTempo
  regua: Regua
  de: Dia
}

/** One group through the days, as if it were one phone. Plain loops: there may be a hundred thousand groups. */
function simular(grupo: GrupoPrevisto, cenario: Cenario) {
  const { dias, de } = cenario
  let ultima = grupo.ultimaCobranca === null ? Number.NEGATIVE_INFINITY : diasEntre(de, grupo.ultimaCobranca)
  let clientes = grupo.clientes.map((cliente) => acompanhar(cliente, cenario))
  for (let n = 0; n < dias.length && clientes.length > 0; n += 1) {
    const dia = dias[n]!
    if (!dia.envia) continue
    let escrito: Acompanhado | undefined
    let adiado = false // the phone's message of the day, whoever else it is of
    for (const cliente of clientes) {
      const vez = vezDe(cliente, n, escrito ? n : ultima, cenario)
      if (vez === 'adiada') {
        if (adiado) continue
        adiado = true
        if (!cliente.adiada) dia.adiadasPelaLei += grupo.telefones
        cliente.adiada = true
      } else if (vez === 'pergunta' || vez === 'cobranca') {
        escrito = cliente
        escrever(cliente, n, vez, grupo.telefones, dia)
        if (vez === 'cobranca') ultima = n
      }
    }
    if (clientes.some(({ naFila }) => naFila)) clientes = clientes.filter(({ naFila }) => !naFila)
    if (escrito && clientes.length > 1) clientes = [...clientes.filter((cliente) => cliente !== escrito), escrito]
  }
}

type Acompanhado = ReturnType<typeof acompanhar>
type Vez = 'nada' | 'adiada' | 'pergunta' | 'cobranca'

function acompanhar(cliente: ClientePrevisto, { linhaDe, de }: Cenario) {
  const contas = cliente.contas
    .map(({ vencimento, coberto, parcelaDeAcordo, retidaAte }) => ({
      linha: linhaDe(vencimento),
      coberto: coberto ?? NENHUM,
      parcelaDeAcordo,
      livreEm: primeiroDiaLivre(retidaAte, de),
    }))
    .sort((a, b) => a.linha.vencimento - b.linha.vencimento)
  return {
    contas,
    lugar: cliente.dias,
    numeroChamadas: cliente.numeroChamadas,
    tentativasVistas: cliente.tentativasVistas,
    pessoa: cliente.pessoa,
    volta: cliente.voltaEm === null ? 0 : diasEntre(de, cliente.voltaEm),
    primeira: undefined as (typeof contas)[number] | undefined,
    naFila: false,
    adiada: false, // a postponed message counts once, on the day it was first due
  }
}

/** What the engine does with a customer on a day of sending, their phone having been last billed on the day `ultima`. */
function vezDe(cliente: Acompanhado, n: number, ultima: number, { dias, ultimoPasso, regua }: Cenario): Vez {
  if (n < cliente.volta) return 'nada'
  cliente.primeira = undefined
  cliente.naFila = semTentativas(cliente, regua)
  let noVencimento = false
  for (const conta of cliente.contas) {
    if (n < conta.livreEm) continue // held: neither has a step due nor has run out of steps
    const { chegou, vencimento, vencimentoUtil } = conta.linha
    if (conta.parcelaDeAcordo && n - vencimentoUtil >= DIAS_ATE_QUEBRAR) cliente.naFila = true // the agreement breaks
    if (chegou[n]! > conta.coberto) {
      cliente.primeira ??= conta
      noVencimento ||= vencimento <= n && vencimento >= cliente.lugar.esperas[n]!
    } else if (!conta.parcelaDeAcordo && vencimentoUtil < n && chegou[n] === ultimoPasso) cliente.naFila = true
  }
  const antes = cliente.primeira && cliente.pessoa ? antesDeCobrar(cliente.pessoa, dias[n]!.dia) : 'nada'
  cliente.naFila ||= antes === 'chamar'
  if (cliente.naFila || !cliente.primeira || ultima === n || antes === 'esperar') return 'nada'
  if (n - ultima < regua.intervaloMinimoDias && !noVencimento) return 'nada'
  if (!cliente.lugar.envia[n]) return 'adiada'
  return antes === 'perguntar' ? 'pergunta' : 'cobranca'
}

function escrever(cliente: Acompanhado, n: number, vez: 'pergunta' | 'cobranca', telefones: number, dia: DiaPrevisto) {
  cliente.adiada = false
  dia.mensagens += telefones
  if (vez === 'pergunta') {
    dia.perguntas += telefones
    cliente.pessoa = { ...cliente.pessoa!, perguntas: cliente.pessoa!.perguntas + 1, perguntadaEm: dia.dia }
    return
  }
  const primeira = cliente.primeira!
  const passo = primeira.linha.chegou[n]!
  dia.porPasso[passo] = (dia.porPasso[passo] ?? 0) + telefones
  for (const conta of cliente.contas)
    if (n >= conta.livreEm) conta.coberto = Math.max(conta.coberto, conta.linha.chegou[n]!)
  if (!primeira.parcelaDeAcordo) cliente.numeroChamadas += 1
}

/** Counted in days from the first one of the forecast. */
function primeiroDiaLivre(retidaAte: Dia | null | undefined, de: Dia): number {
  if (retidaAte === undefined) return 0
  return retidaAte === null ? Number.POSITIVE_INFINITY : diasEntre(de, retidaAte) + 1
}
