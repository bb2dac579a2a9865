import type { ContaCandidata } from './candidatos.ts'
import type { Centavos } from './dinheiro.ts'

export type Combinacao = { conta: ContaCandidata; valorCentavos: Centavos }[]

/** With more accounts than this, sums of two or three that fit are coincidence: only the oldest are combined. */
const MAXIMO_PARA_JUNTAR = 40
const MAXIMO_DE_COMBINACOES = 3

/**
 * The sets of one customer's open accounts that an amount pays exactly, likeliest first: one account, the oldest ones
 * (all that is overdue, or all), any two or three. Charges are paid by all of a set or by none.
 */
export function combinarContas(valorCentavos: Centavos, contas: readonly ContaCandidata[]): Combinacao[] {
  const ordem = contas
    .filter(({ aberta }) => aberta)
    .toSorted((a, b) => a.vencimento.localeCompare(b.vencimento) || a.id - b.id)
  const achadas = new Map<string, Combinacao>()
  for (const conjunto of conjuntos(valorCentavos, ordem)) {
    const paga = pagaExato(valorCentavos, conjunto)
    const chave = conjunto.map(({ id }) => id).join()
    if (paga && !achadas.has(chave)) achadas.set(chave, paga)
    if (achadas.size === MAXIMO_DE_COMBINACOES) break
  }
  return [...achadas.values()]
}

/** What may be paid together; of the many ways, only those whose sum fits. */
function* conjuntos(valorCentavos: Centavos, ordem: readonly ContaCandidata[]): Generator<ContaCandidata[]> {
  for (const conta of ordem) yield [conta]
  yield* comecos(valorCentavos, ordem)
  yield* juntas(valorCentavos, ordem.slice(0, MAXIMO_PARA_JUNTAR))
}

function* comecos(valorCentavos: Centavos, ordem: readonly ContaCandidata[]): Generator<ContaCandidata[]> {
  let [devidoCentavos, abertoCentavos] = [0, 0]
  for (const [i, conta] of ordem.entries()) {
    devidoCentavos += conta.devidoCentavos
    abertoCentavos += conta.abertoCentavos
    if (devidoCentavos === valorCentavos || abertoCentavos === valorCentavos) yield ordem.slice(0, i + 1)
  }
}

/** Any two, then any three. */
function* juntas(valorCentavos: Centavos, contas: readonly ContaCandidata[]): Generator<ContaCandidata[]> {
  const somam = (...juntas: ContaCandidata[]) => pagaExato(valorCentavos, juntas) !== null
  for (const [i, a] of contas.entries()) for (const b of contas.slice(i + 1)) if (somam(a, b)) yield [a, b]
  for (const [i, a] of contas.entries())
    for (const [n, b] of contas.slice(i + 1).entries())
      for (const c of contas.slice(i + n + 2)) if (somam(a, b, c)) yield [a, b, c]
}

function pagaExato(valorCentavos: Centavos, conjunto: readonly ContaCandidata[]): Combinacao | null {
  for (const de of ['devidoCentavos', 'abertoCentavos'] as const) {
    let soma = 0
    for (const conta of conjunto) soma += conta[de]
    if (soma === valorCentavos && soma > 0) return conjunto.map((conta) => ({ conta, valorCentavos: conta[de] }))
  }
  return null
}
