import type { ContaCandidata } from './candidatos.ts'
import type { Dia } from './data.ts'
import type { Centavos } from './dinheiro.ts'

export type Combinacao = { conta: ContaCandidata; valorCentavos: Centavos }[]

/** Beyond so many accounts, or so many together, a sum that fits is chance. */
const MAXIMO_DE_CONTAS = 24
const MAXIMO_JUNTAS = 3
const MAXIMO_DE_COMBINACOES = 3

/**
 * The sets of one customer's open accounts that an amount pays exactly, likeliest first: one account, all that is overdue, all,
 * the oldest ones, any two or three. Charges are paid by all of a set or by none.
 */
export function combinarContas(valorCentavos: Centavos, contas: readonly ContaCandidata[], dia: Dia): Combinacao[] {
  const ordem = contas
    .filter(({ aberta }) => aberta)
    .toSorted((a, b) => a.vencimento.localeCompare(b.vencimento) || a.id - b.id)
    .slice(0, MAXIMO_DE_CONTAS)
  const achadas = new Map<string, Combinacao>()
  for (const conjunto of conjuntos(ordem, dia)) {
    const paga = pagaExato(valorCentavos, conjunto)
    const chave = conjunto.map(({ id }) => id).join()
    if (paga && !achadas.has(chave)) achadas.set(chave, paga)
    if (achadas.size === MAXIMO_DE_COMBINACOES) break
  }
  return [...achadas.values()]
}

function* conjuntos(ordem: readonly ContaCandidata[], dia: Dia): Generator<readonly ContaCandidata[]> {
  for (const conta of ordem) yield [conta]
  yield ordem.filter(({ vencimento }) => vencimento < dia)
  yield ordem
  for (let quantas = 2; quantas < ordem.length; quantas++) yield ordem.slice(0, quantas)
  for (let juntas = 2; juntas <= MAXIMO_JUNTAS; juntas++) yield* escolher(ordem, juntas)
}

function* escolher<T>(itens: readonly T[], quantos: number): Generator<T[]> {
  if (quantos === 0) return yield []
  for (const [i, item] of itens.entries())
    for (const resto of escolher(itens.slice(i + 1), quantos - 1)) yield [item, ...resto]
}

function pagaExato(valorCentavos: Centavos, conjunto: readonly ContaCandidata[]): Combinacao | null {
  for (const de of ['devidoCentavos', 'abertoCentavos'] as const) {
    const soma = conjunto.reduce((total, conta) => total + conta[de], 0)
    if (soma === valorCentavos && soma > 0) return conjunto.map((conta) => ({ conta, valorCentavos: conta[de] }))
  }
  return null
}
