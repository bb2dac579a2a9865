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

/** Customers who are alike to the engine: the same due days, covered as far, last billed on the same day. */
export interface GrupoPrevisto {
  clientes: number
  contas: readonly ContaPrevista[]
  ultimaCobranca: Dia | null
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
 * nobody paid or answered. At most one message per customer and day, with the step of the most overdue account; the
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

/** One group through the days, as if it were one customer. Plain loops: there may be a hundred thousand groups. */
function simular(grupo: GrupoPrevisto, cenario: Cenario) {
  const { dias, ultimoPasso, regua, de } = cenario
  const { envia, esperas } = grupo.dias
  const contas = grupo.contas
    .map(({ vencimento, coberto, parcelaDeAcordo, retidaAte }) => ({
      linha: cenario.linhaDe(vencimento),
      coberto: coberto ?? NENHUM,
      parcelaDeAcordo,
      livreEm: primeiroDiaLivre(retidaAte, de),
    }))
    .sort((a, b) => a.linha.vencimento - b.linha.vencimento)
  let ultima = grupo.ultimaCobranca === null ? Number.NEGATIVE_INFINITY : diasEntre(de, grupo.ultimaCobranca)
  let chamadas = grupo.numeroChamadas
  let pessoa = grupo.pessoa
  const volta = grupo.voltaEm === null ? 0 : diasEntre(de, grupo.voltaEm)
  let adiada = false // a postponed message counts once, on the day it was first due
  for (let n = 0; n < dias.length; n += 1) {
    const dia = dias[n]!
    if (!dia.envia || n < volta) continue
    if (semTentativas({ numeroChamadas: chamadas, tentativasVistas: grupo.tentativasVistas }, regua)) return
    let primeira: (typeof contas)[number] | undefined
    let noVencimento = false
    for (const conta of contas) {
      if (n < conta.livreEm) continue // held: neither has a step due nor has run out of steps
      const { chegou, vencimento, vencimentoUtil } = conta.linha
      if (conta.parcelaDeAcordo && n - vencimentoUtil >= DIAS_ATE_QUEBRAR) return // the agreement breaks
      if (chegou[n]! > conta.coberto) {
        primeira ??= conta
        noVencimento ||= vencimento <= n && vencimento >= esperas[n]!
      } else if (!conta.parcelaDeAcordo && vencimentoUtil < n && chegou[n] === ultimoPasso) return
    }
    const antes = primeira && pessoa ? antesDeCobrar(pessoa, dia.dia) : 'nada'
    if (antes === 'chamar') return
    if (!primeira || ultima === n || antes === 'esperar' || (n - ultima < regua.intervaloMinimoDias && !noVencimento))
      continue
    if (!envia[n]) {
      if (!adiada) dia.adiadasPelaLei += grupo.clientes
      adiada = true
      continue
    }
    adiada = false
    dia.mensagens += grupo.clientes
    if (antes === 'perguntar') {
      dia.perguntas += grupo.clientes
      pessoa = { ...pessoa!, perguntas: pessoa!.perguntas + 1, perguntadaEm: dia.dia }
      continue
    }
    const passo = primeira.linha.chegou[n]!
    dia.porPasso[passo] = (dia.porPasso[passo] ?? 0) + grupo.clientes
    for (const conta of contas) if (n >= conta.livreEm) conta.coberto = Math.max(conta.coberto, conta.linha.chegou[n]!)
    ultima = n
    if (!primeira.parcelaDeAcordo) chamadas += 1
  }
}

/** Counted in days from the first one of the forecast. */
function primeiroDiaLivre(retidaAte: Dia | null | undefined, de: Dia): number {
  if (retidaAte === undefined) return 0
  return retidaAte === null ? Number.POSITIVE_INFINITY : diasEntre(de, retidaAte) + 1
}
