import type { Dia } from './data.ts'
import type { Centavos } from './dinheiro.ts'
import { calcularEncargos, diasAtraso, type Taxas } from './encargos.ts'

/**
 * What a disputed account owes: the lesser of what it owed when the dispute began (`entaoCentavos`) and what is open
 * now with the charges of that day (`noDiaCentavos`, which payments and corrections lower); never less than what is
 * open.
 */
export const devidoNaContestacao = (abertoCentavos: Centavos, noDiaCentavos: Centavos, entaoCentavos: Centavos) =>
  Math.max(abertoCentavos, Math.min(noDiaCentavos, entaoCentavos))

export interface Calculo {
  aberto: Centavos
  dias: number
  multa: Centavos
  juros: Centavos
  total: Centavos
}

/** The dispute that an account is under: since when, and what it owed then. */
export interface ContestacaoDaConta {
  desde: Dia
  devidoCentavos: Centavos
}

/** What an account owes on a day, part by part; under a dispute, what it owed when that began, as on its customer's page. */
export function calcularDevido(
  aberto: Centavos,
  vencimentoUtil: Dia,
  dia: Dia,
  taxas: Taxas,
  contestacao: ContestacaoDaConta | null,
): Calculo {
  const contadoAte = contestacao?.desde ?? dia
  const { multaCentavos, totalCentavos } = calcularEncargos(aberto, vencimentoUtil, contadoAte, taxas)
  const total = contestacao
    ? devidoNaContestacao(aberto, aberto + totalCentavos, contestacao.devidoCentavos)
    : aberto + totalCentavos
  const multa = Math.min(multaCentavos, total - aberto)
  return { aberto, dias: diasAtraso(vencimentoUtil, dia), multa, juros: total - aberto - multa, total }
}
