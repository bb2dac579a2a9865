import { type Dia, diasEntre, formatarDia, somarDias } from './data.ts'
import { type Centavos, formatarReais } from './dinheiro.ts'

/** A boleto as its bar code says it. */
export interface Boleto {
  /** 44 digits. */
  codigoDeBarras: string
  /** 47 digits. */
  linhaDigitavel: string
  banco: string
  /** Null: none in the code. */
  vencimento: Dia | null
  /** Null: the payer writes it. */
  valorCentavos: Centavos | null
}

/** The longest nosso número that a bank writes, with its check digit and prefix. */
export const NOSSO_NUMERO_MAXIMO = 30

/**
 * The line that an account keeps, from what a person or a spreadsheet wrote: every check digit right, and neither another
 * amount nor another day than the account's. Else a sentence.
 */
export function linhaDaConta(
  escrita: string,
  conta: { valorCentavos: Centavos; vencimento: Dia },
  hoje: Dia,
): { linha: string } | { problema: string } {
  const lido = lerBoleto(escrita, hoje)
  if ('problema' in lido) return lido
  const [diferenca] = divergencias(lido, conta)
  return diferenca === undefined ? { linha: lido.linhaDigitavel } : { problema: diferenca }
}

const BASE_DO_FATOR: Dia = '1997-10-07'
/** The due-day factor wraps from 9999 (2025-02-21) to 1000, so it repeats every 9,000 days. */
const VOLTA_DO_FATOR = 9_000
/** How far before the reference day, and after it, a factor may lead: FEBRABAN's sliding window. */
const DIAS_ATRAS = 3_000

/**
 * Reads a linha digitável (47 digits) or bar code (44) as people paste it, with every check digit; or says in a sentence
 * why it is no boleto. `referencia` is the day on which it is read: a due-day factor means another day each 9,000 days.
 */
export function lerBoleto(colado: string, referencia: Dia): Boleto | { problema: string } {
  const digitos = colado.replace(/[\s.-]/g, '')
  if (!/^\d*$/.test(digitos)) return { problema: 'A linha digitável tem só números. Confira se há uma letra no lugar.' }
  if (digitos.startsWith('8')) return { problema: ARRECADACAO }
  if (digitos.length === 44) return lerBarras(digitos, referencia)
  if (digitos.length !== 47)
    return { problema: `A linha digitável de um boleto tem 47 números; aqui há ${digitos.length}.` }
  const errado = campoErrado(digitos)
  if (errado) return { problema: `O ${errado}º campo da linha digitável não confere. Há um número errado nele.` }
  return lerBarras(barrasDaLinha(digitos), referencia)
}

/** How a boleto contradicts its account, each a sentence; a code without amount or day agrees with any. */
export function divergencias(boleto: Boleto, conta: { valorCentavos: Centavos; vencimento: Dia }): string[] {
  const { valorCentavos, vencimento } = boleto
  const frases: string[] = []
  if (valorCentavos !== null && valorCentavos !== conta.valorCentavos)
    frases.push(`O boleto é de ${formatarReais(valorCentavos)}, e a conta, de ${formatarReais(conta.valorCentavos)}.`)
  if (vencimento !== null && vencimento !== conta.vencimento)
    frases.push(`O boleto vence em ${formatarDia(vencimento)}, e a conta, em ${formatarDia(conta.vencimento)}.`)
  return frases
}

const ARRECADACAO =
  'Este é o código de uma conta de consumo ou de um tributo (começa por 8), não de um boleto de cobrança.'

function lerBarras(barras: string, referencia: Dia): Boleto | { problema: string } {
  if (digitoGeral(barras) !== Number(barras[4]))
    return { problema: 'O dígito geral do boleto não confere. O valor, o vencimento ou outro número está errado.' }
  if (barras[3] !== '9') return { problema: 'O boleto não está em reais.' }
  const fator = Number(barras.slice(5, 9))
  const valor = Number(barras.slice(9, 19))
  return {
    codigoDeBarras: barras,
    linhaDigitavel: linhaDasBarras(barras),
    banco: barras.slice(0, 3),
    vencimento: fator === 0 ? null : diaDoFator(fator, referencia),
    valorCentavos: valor === 0 ? null : valor,
  }
}

/** The linha digitável of a bar code of 44 digits, with the check digits of its fields. */
function linhaDasBarras(barras: string): string {
  const campos = [barras.slice(0, 4) + barras.slice(19, 24), barras.slice(24, 34), barras.slice(34, 44)]
  return campos.map((campo) => campo + modulo10(campo)).join('') + barras[4] + barras.slice(5, 19)
}

const barrasDaLinha = (linha: string): string =>
  linha.slice(0, 4) + linha[32] + linha.slice(33, 47) + linha.slice(4, 9) + linha.slice(10, 20) + linha.slice(21, 31)

/** Which of the three fields (1 to 3) has a wrong check digit; 0 when none has. */
function campoErrado(linha: string): number {
  const campos = [linha.slice(0, 10), linha.slice(10, 21), linha.slice(21, 32)]
  return campos.findIndex((campo) => modulo10(campo.slice(0, -1)) !== Number(campo.at(-1))) + 1
}

/** The day of a factor that lies in the window about the reference day. */
export function diaDoFator(fator: number, referencia: Dia): Dia {
  const primeiro = somarDias(BASE_DO_FATOR, fator)
  const voltas = Math.ceil((diasEntre(primeiro, referencia) - DIAS_ATRAS) / VOLTA_DO_FATOR)
  return somarDias(primeiro, Math.max(0, voltas) * VOLTA_DO_FATOR)
}

/** Weights 2 and 1 from the right, the digits of each product added. */
function modulo10(digitos: string): number {
  let soma = 0
  for (let i = 0; i < digitos.length; i++) {
    const produto = Number(digitos[digitos.length - 1 - i]) * (i % 2 === 0 ? 2 : 1)
    soma += produto > 9 ? produto - 9 : produto
  }
  return (10 - (soma % 10)) % 10
}

/** Modulus 11 over the other 43 digits, weights 2 to 9 from the right; never 0. */
function digitoGeral(barras: string): number {
  const outros = barras.slice(0, 4) + barras.slice(5)
  let soma = 0
  for (let i = 0; i < outros.length; i++) soma += Number(outros[outros.length - 1 - i]) * ((i % 8) + 2)
  const digito = 11 - (soma % 11)
  return digito > 9 ? 1 : digito
}
