import { type Dia, diasEntre } from './data.ts'

const SEM_LIMITE = 'TIER_UNLIMITED'
const MULTIPLOS = { K: 1_000, M: 1_000_000 }

/** People whom Meta lets the company reach in 24 hours, by the name of its tier (TIER_250, TIER_2K …); null when there is no limit. */
export function limiteDoNivel(nivel: string | null): number | null {
  const [, quantos, vezes] = /^TIER_(\d+)([KM]?)$/.exec(nivel ?? '') ?? []
  return quantos ? Number(quantos) * (MULTIPLOS[vezes as keyof typeof MULTIPLOS] ?? 1) : null
}

/** Blocks and reports of the last days decide the number's quality: writing to fewer people lets it recover. */
const PARTE_DA_QUALIDADE: Record<string, number> = { YELLOW: 1 / 2, RED: 1 / 4 }
/** What RED means, for administrators. */
export const QUALIDADE_BAIXA =
  'A qualidade está baixa: muitas pessoas bloquearam ou denunciaram. O envio vai a um quarto do ritmo e do limite até ela voltar.'
/** What an unlimited number is held to while its quality is not good. */
const MAIOR_NIVEL = 100_000

/** Messages a second that Meta takes from a number, by the name of its throughput. */
const VAZOES: Record<string, number> = { STANDARD: 80, HIGH: 1_000 }

/**
 * Messages a second to a number of this throughput and quality: no more than the company allows itself (`maximo`) nor
 * than Meta takes, and part of that while blocks and reports have lowered the quality.
 */
export function ritmoDoNumero(
  maximo: number,
  { vazao, qualidade }: { vazao: string | null; qualidade: string | null },
) {
  const inteiro = Math.min(maximo, VAZOES[vazao ?? ''] ?? maximo)
  return Math.max(1, Math.floor(inteiro * (PARTE_DA_QUALIDADE[qualidade ?? ''] ?? 1)))
}

const PRIMEIRO_DIA = 50
const DIAS_DE_AQUECIMENTO = 14

export interface Numero {
  /** Meta's tier, and GREEN, YELLOW, RED or UNKNOWN. */
  nivel: string | null
  qualidade: string | null
  /** The day on which a new number began to be used slowly. */
  aquecimentoDesde: Dia | null
}

/** The day of a new number's warm-up, from 1, and whom it may reach; null when there is none. */
export function aquecimento({ aquecimentoDesde }: Pick<Numero, 'aquecimentoDesde'>, dia: Dia) {
  if (aquecimentoDesde === null) return null
  const qual = Math.max(1, diasEntre(aquecimentoDesde, dia) + 1)
  return qual > DIAS_DE_AQUECIMENTO ? null : { dia: qual, limite: PRIMEIRO_DIA * 2 ** (qual - 1) }
}

/**
 * How many people the company may start conversations with in 24 hours: Meta's limit, reduced while the quality is low;
 * on a new number it doubles each day. Null: no limit.
 */
export function limiteDoDia(numero: Numero, dia: Dia): number | null {
  const parte = PARTE_DA_QUALIDADE[numero.qualidade ?? '']
  const nivel = limiteDoNivel(numero.nivel) ?? (parte && numero.nivel === SEM_LIMITE ? MAIOR_NIVEL : null)
  const limites = [
    ...(nivel === null ? [] : [Math.floor(nivel * (parte ?? 1))]),
    ...(aquecimento(numero, dia) ? [aquecimento(numero, dia)!.limite] : []),
  ]
  return limites.length === 0 ? null : Math.min(...limites)
}
