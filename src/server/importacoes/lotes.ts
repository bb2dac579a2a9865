const NOTAS = 200
const CONTAS = 1000

/** Groups notes into transactions by number of notes and accounts; a batch is written whole or not at all. */
export function* lotesDe<T>(notas: Iterable<T>, contasDe: (nota: T) => number): Generator<T[]> {
  let lote: T[] = []
  let contas = 0
  for (const nota of notas) {
    lote.push(nota)
    contas += contasDe(nota)
    if (lote.length < NOTAS && contas < CONTAS) continue
    yield lote
    lote = []
    contas = 0
  }
  if (lote.length > 0) yield lote
}
