/** Money is an integer of cents everywhere inside; reais (a JSON number with two decimals) only on the wire. */
export type Centavos = number

/** No single amount is larger: R$ 9.999.999.999,99, as the contract takes it. */
export const VALOR_MAXIMO_CENTAVOS: Centavos = 999_999_999_999

/** Cents to the wire: 123456 → 1234.56. */
export const emReais = (centavos: Centavos): number => centavos / 100

/** Wire to cents. The schema has already refused more than two decimals, so rounding only undoes binary fractions. */
export const emCentavos = (reais: number): Centavos => Math.round(reais * 100)

/** 123456 → "R$ 1.234,56". */
export function formatarReais(centavos: Centavos): string {
  const sinal = centavos < 0 ? '-' : ''
  const absoluto = Math.abs(centavos)
  return `${sinal}R$ ${comMilhares(Math.floor(absoluto / 100))},${String(absoluto % 100).padStart(2, '0')}`
}

/** 1234567 → "1.234.567"; of an integer that is not negative. */
export const comMilhares = (inteiro: number): string => String(inteiro).replace(/\B(?=(\d{3})+$)/g, '.')

/** `numerador / denominador` of non-negative integers, rounded half up to an integer. Exact: no binary fraction. */
export function dividirArredondando(numerador: bigint, denominador: bigint): number {
  return Number((2n * numerador + denominador) / (2n * denominador))
}
