/** A file that begins with it opens with its accents in a Brazilian Excel. */
export const BOM = '\ufeff'

/** What a spreadsheet would run as a formula, the full-width forms included. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/

/** A number below zero is one, and no formula: with an apostrophe it could not be summed. */
const NEGATIVO = /^-\d+(?:[.,]\d+)*$/

/** A text as a cell: quoted, and with an apostrophe before what a spreadsheet would run. */
export const celulaCsv = (texto: string): string =>
  `"${(FORMULA.test(texto) && !NEGATIVO.test(texto) ? `'${texto}` : texto).replaceAll('"', '""')}"`

/** A row of texts as Brazilian spreadsheets read it. */
export const linhaCsv = (celulas: readonly string[]): string => `${celulas.map(celulaCsv).join(';')}\r\n`
