import type { EspecieDoRetorno } from './cnab.ts'

/** What each code means; `saldo`: a payment that closes a title already paid in part. */
type Ocorrencias = Readonly<Record<string, EspecieDoRetorno | 'saldo'>>

const de = (codigos: string, especie: EspecieDoRetorno | 'saldo'): Ocorrencias =>
  Object.fromEntries(codigos.split(' ').map((codigo) => [codigo, especie]))

/** C044 of the FEBRABAN layout 10.6. */
const FEBRABAN: Ocorrencias = {
  ...de('02', 'entrada'),
  ...de('03 26 30', 'rejeitado'),
  ...de('04 05 07 08 11 12 13 14 15 19 20 24 27 29 51 52 53', 'informacao'),
  // 50: a cheque, which either is cleared (45) or comes back (44).
  ...de('06 17 45', 'liquidacao'),
  ...de('44', 'estorno'),
  ...de('50', 'pendente'),
  ...de('09 25', 'baixado'),
  ...de('23', 'protesto'),
  ...de('28', 'tarifa'),
}

/** The same codes in CNAB 240 and 400, and different from FEBRABAN's: 17 is a refusal, 10 a title paid outside the bank. */
const ITAU: Ocorrencias = {
  ...de('02 71', 'entrada'),
  ...de('03 15 16 17 18 24 64', 'rejeitado'),
  ...de('04 05 11 12 13 14 19 20 21 25', 'informacao'),
  ...de('06 08', 'liquidacao'),
  ...de('07', 'parcial'),
  ...de('09 32', 'baixado'),
  ...de('10', 'pago_fora'),
  ...de('23', 'protesto'),
  ...de('26 27 28 29 30 33 34 35 36 37 38 39', 'tarifa'),
  ...de('65', 'pendente'),
  ...de('69', 'estorno'),
  ...de('95', 'operacional'),
}

/** Of CNAB 240: what a bank adds to FEBRABAN's codes, or has of its own. */
export const OCORRENCIAS_240: Readonly<Record<string, Ocorrencias>> = {
  '001': FEBRABAN,
  '033': { ...FEBRABAN, ...de('93', 'operacional'), ...de('94', 'operacional_cancelada') },
  '104': { ...FEBRABAN, ...de('46', 'liquidacao'), ...de('44 47', 'estorno'), ...de('45', 'informacao') },
  '208': FEBRABAN,
  '237': FEBRABAN,
  '341': ITAU,
  '748': { ...FEBRABAN, ...de('36', 'rejeitado') },
  // 50 is paid here: the cheque's 45 would tell the same money twice.
  '756': { ...FEBRABAN, ...de('50', 'liquidacao'), ...de('45', 'informacao') },
}

/** Of CNAB 400, in which each bank writes as it likes. */
export const OCORRENCIAS_400: Readonly<Record<string, Ocorrencias>> = {
  '001': {
    ...de('02', 'entrada'),
    ...de('03', 'rejeitado'),
    ...de('05 06 15', 'liquidacao'),
    ...de('07', 'parcial'),
    ...de('08', 'saldo'),
    ...de('09 10', 'baixado'),
    ...de('11 12 13 14 16 19 20 21 22 24 26 72 73', 'informacao'),
    ...de('23', 'protesto'),
    ...de('28 96 97 98', 'tarifa'),
    ...de('44', 'estorno'),
    ...de('46', 'pendente'),
  },
  '033': {
    ...de('02', 'entrada'),
    ...de('03', 'rejeitado'),
    ...de('04 05 11 12 13 14 21 22 25 26 35', 'informacao'),
    ...de('06 17', 'liquidacao'),
    ...de('07', 'parcial'),
    ...de('08', 'saldo'),
    ...de('09 10', 'baixado'),
    ...de('15', 'protesto'),
    ...de('16', 'pago_fora'),
    ...de('24', 'tarifa'),
    ...de('93', 'operacional'),
    ...de('94', 'operacional_cancelada'),
  },
  '041': {
    ...de('02', 'entrada'),
    ...de('03', 'rejeitado'),
    ...de('04 11 12 13 14 16', 'informacao'),
    ...de('06 15', 'liquidacao'),
    ...de('07', 'parcial'),
    ...de('08', 'saldo'),
    ...de('09 10', 'baixado'),
    ...de('23', 'protesto'),
    ...de('25', 'pago_fora'),
    ...de('30', 'operacional'),
  },
  '104': {
    ...de('01', 'entrada'),
    ...de('99', 'rejeitado'),
    ...de('03 04 05 06 07 08 09 10 11 12 20 27 28 29 30 34 35', 'informacao'),
    ...de('21 22', 'liquidacao'),
    ...de('02 23 24 25', 'baixado'),
    ...de('26', 'protesto'),
    ...de('31 32', 'tarifa'),
    ...de('33', 'estorno'),
  },
  '237': {
    ...de('02', 'entrada'),
    ...de('03 24 27 30 32', 'rejeitado'),
    ...de('06 15 17', 'liquidacao'),
    ...de('09 10', 'baixado'),
    ...de('11 12 13 14 18 19 20 21 25 29 33 34 35', 'informacao'),
    ...de('16', 'pendente'),
    ...de('22 40', 'estorno'),
    ...de('23', 'protesto'),
    ...de('28', 'tarifa'),
  },
  '341': ITAU,
}

/** `conhecida` false: the layout says nothing of it, so it is taken for no money and told to a person. */
export function especieDaOcorrencia(ocorrencias: Ocorrencias | undefined, codigo: string) {
  const achada = (ocorrencias ?? FEBRABAN)[codigo]
  const saldo = achada === 'saldo'
  const especie: EspecieDoRetorno = saldo ? 'liquidacao' : (achada ?? 'informacao')
  return { especie, saldo, conhecida: achada !== undefined }
}
