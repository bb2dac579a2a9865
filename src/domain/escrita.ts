import { type Dia, diaValido, MESES, somarDias } from './data.ts'
import type { Centavos } from './dinheiro.ts'

/** A longer text is never parsed as money or a day. */
const MAIOR_ESCRITA = 100

/** Money as `lerQuantia` reads it; null also when it is more than can be counted. */
export function lerDinheiro(escrito: string): Centavos | null {
  const quantia = lerQuantia(escrito)
  return quantia === 'demais' ? null : quantia
}

/**
 * Money as Brazilians and their spreadsheets write it, to cents; null when it is no amount, and `demais` when it is one, but
 * beyond what is counted to the cent. With both marks the last is the decimal one; a lone dot is decimal before one or two
 * digits and separates thousands before three.
 */
export function lerQuantia(escrito: string): Centavos | 'demais' | null {
  if (escrito.length > MAIOR_ESCRITA) return null
  const limpo = escrito.replace(/r\$/i, '').replace(/\s/g, '')
  const negativo = /^\(.*\)$|^-|-$/.test(limpo)
  const corpo = limpo.replace(/^\(|\)$|^[-+]|-$/g, '')
  if (!/^\d[\d.,]*$/.test(corpo)) return null
  const [inteiro, fracao] = partes(corpo)
  if (inteiro === null || fracao.length > 2) return null
  const centavos = Number(inteiro) * 100 + Number(fracao.padEnd(2, '0'))
  if (!Number.isSafeInteger(centavos)) return negativo ? null : 'demais'
  return negativo && centavos !== 0 ? -centavos : centavos
}

/** "terça-feira, 1º de dezembro de 2026" and "01-dez-26", as spreadsheets show days, with the month as a number. */
function comMesEmNumero(escrito: string): string {
  const [, dia, nome, ano] =
    /^(?:[a-záç]+(?:-feira)?,?\s+)?(\d{1,2})[º°]?(?:\s+de\s+|[-/. ])([a-zç]{3,9})\.?(?:\s+de\s+|[-/. ])(\d{4}|\d{2})$/i.exec(
      escrito,
    ) ?? []
  const mes = MESES.findIndex((um) => [um, um.slice(0, 3), um.replace('ç', 'c')].includes(nome?.toLowerCase() ?? ''))
  return mes < 0 ? escrito : `${dia}/${mes + 1}/${ano}`
}

/**
 * A day as Brazilians write it (never month first), also with the month's name, ISO, or a spreadsheet's serial number; null when
 * there is no such day.
 */
export function lerDia(escrito: string): Dia | null {
  if (escrito.length > MAIOR_ESCRITA) return null
  const semHora = comMesEmNumero(escrito.trim().replace(/[T\s]+\d{1,2}:\d{2}.*$/, ''))
  // The part of a day after the mark is the hour.
  if (/^\d{5}(?:[.,]\d{1,15})?$/.test(semHora)) return serial(Number(semHora.slice(0, 5)))
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(semHora) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(semHora)
  const brasileiro = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(semHora)
  const [ano, mes, dia] = iso ? iso.slice(1) : (brasileiro?.slice(1).reverse() ?? [])
  if (!ano || !mes || !dia) return null
  const anoInteiro = ano.length === 4 ? ano : `${Number(ano) < 70 ? '20' : '19'}${ano}`
  const escolhido = `${anoInteiro}-${mes.padStart(2, '0')}-${dia.padStart(2, '0')}`
  return diaValido(escolhido) && anoInteiro >= '1980' && anoInteiro <= '2099' ? escolhido : null
}

/** Whole digits and decimal digits of an amount without sign, or null when its marks make no sense. */
function partes(corpo: string): [string | null, string] {
  const decimal = marcaDecimal(corpo)
  const corte = decimal ? corpo.lastIndexOf(decimal) : corpo.length
  const inteiro = corpo.slice(0, corte)
  const milhar = inteiro.includes('.') ? '.' : ','
  const grupos = inteiro.split(milhar)
  const certo =
    grupos.length === 1
      ? /^\d+$/.test(inteiro)
      : grupos.every((g, i) => (i === 0 ? /^[1-9]\d{0,2}$/ : /^\d{3}$/).test(g))
  return [certo ? grupos.join('') : null, corpo.slice(corte + 1)]
}

function marcaDecimal(corpo: string): ',' | '.' | null {
  const virgula = corpo.lastIndexOf(',')
  const ponto = corpo.lastIndexOf('.')
  if (virgula >= 0 && ponto >= 0) return virgula > ponto ? ',' : '.'
  if (virgula >= 0) return corpo.indexOf(',') === virgula ? ',' : null
  if (ponto >= 0) return /^\d+\.\d{1,2}$/.test(corpo) ? '.' : null
  return null
}

/** Day 1 is 1900-01-01, with the leap day of 1900 that never was: the base is 1899-12-30. */
const serial = (numero: number): Dia | null =>
  numero >= 36_526 && numero <= 73_050 ? somarDias('1899-12-30', numero) : null
