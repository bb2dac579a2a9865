import { type Calendario, diaUtil, proximoDiaUtil } from '#domain/calendario.ts'
import { type Dia, diasEntre, somarDias } from '#domain/data.ts'
import type { Centavos } from '#domain/dinheiro.ts'
import type { CobV } from './pedidos.ts'

export const centavosDe = (valor: string): Centavos => Math.round(Number(valor) * 100)
export const valorDe = (centavos: Centavos): string => (centavos / 100).toFixed(2)

export interface ValorNoDia {
  original: Centavos
  multa: Centavos
  juros: Centavos
  abatimento: Centavos
  desconto: Centavos
  total: Centavos
}

/** The due day, moved to a business day of the payer: all that refers to it counts from there. */
const vencimentoUtil = ({ calendario }: CobV, dias: Calendario): Dia =>
  proximoDiaUtil(calendario.dataDeVencimento, dias)

/** The last day on which it is paid. */
export const ultimoDia = (cobranca: CobV, dias: Calendario): Dia =>
  proximoDiaUtil(somarDias(vencimentoUtil(cobranca, dias), cobranca.calendario.validadeAposVencimento), dias)

/** What a charge with due date asks on a day, part by part; each is rounded to the cent, half up. */
export function valorNoDia(cobranca: CobV, dia: Dia, dias: Calendario): ValorNoDia {
  const original = centavosDe(cobranca.valor.original)
  const vencimento = vencimentoUtil(cobranca, dias)
  const { multa: aMulta, juros: osJuros, abatimento: oAbatimento } = cobranca.valor
  const atrasado = dia > vencimento
  const multa = atrasado && aMulta ? fixoOuParte(original, aMulta.modalidade, aMulta.valorPerc) : 0
  const juros = atrasado && osJuros ? jurosDe(original, osJuros, vencimento, dia, dias) : 0
  const abatimento = oAbatimento ? fixoOuParte(original, oAbatimento.modalidade, oAbatimento.valorPerc) : 0
  const desconto = descontoDe(cobranca, original, vencimento, dia, dias)
  return { original, multa, juros, abatimento, desconto, total: original + multa + juros - abatimento - desconto }
}

/** 1 is an amount, 2 a percentage of the original. */
const fixoOuParte = (original: Centavos, modalidade: number, valorPerc: string): Centavos =>
  modalidade === 1 ? centavosDe(valorPerc) : Math.round((original * Number(valorPerc)) / 100)

const DIAS_DA_TAXA = [0, 1, 1, 30, 365] as const

/** 1 to 4 by calendar days (amount a day, percentage a day, a month, a year), 5 to 8 by business days. */
function jurosDe(
  original: Centavos,
  juros: { modalidade: number; valorPerc: string },
  de: Dia,
  ate: Dia,
  dias: Calendario,
): Centavos {
  const corridos = juros.modalidade <= 4
  const quantos = corridos ? diasEntre(de, ate) : diasUteisEntre(de, ate, dias)
  const forma = corridos ? juros.modalidade : juros.modalidade - 4
  if (forma === 1) return centavosDe(juros.valorPerc) * quantos
  const uteis = [0, 1, 1, 21, 252] as const
  const periodo = (corridos ? DIAS_DA_TAXA : uteis)[forma]!
  return Math.round((original * Number(juros.valorPerc) * quantos) / (100 * periodo))
}

/** Until a date (1, 2), or for each day before the due day (3 to 6). */
function descontoDe(
  { valor: { desconto } }: CobV,
  original: Centavos,
  vencimento: Dia,
  dia: Dia,
  dias: Calendario,
): Centavos {
  if (!desconto || dia > vencimento) return 0
  if ('descontoDataFixa' in desconto) {
    const valido = desconto.descontoDataFixa
      .toSorted((a, b) => a.data.localeCompare(b.data))
      .find(({ data }) => dia <= data)
    return valido ? fixoOuParte(original, desconto.modalidade, valido.valorPerc) : 0
  }
  const uteis = desconto.modalidade === 4 || desconto.modalidade === 6
  const antes = uteis ? diasUteisEntre(dia, vencimento, dias) : diasEntre(dia, vencimento)
  const umDia = fixoOuParte(original, desconto.modalidade <= 4 ? 1 : 2, desconto.valorPerc)
  return Math.min(umDia * antes, original)
}

function diasUteisEntre(de: Dia, ate: Dia, dias: Calendario): number {
  let quantos = 0
  for (let dia = somarDias(de, 1); dia <= ate; dia = somarDias(dia, 1)) if (diaUtil(dia, dias)) quantos += 1
  return quantos
}
