import { centavosEm, codigosEm, colunas, diaEm, numeroEm, somaDe, type TituloDoRetorno, vencimentoEm } from './cnab.ts'
import type { Centavos } from './dinheiro.ts'

type Colunas = readonly [number, number]
type Lido = Omit<TituloDoRetorno, 'linha' | 'ocorrencia' | 'especie' | 'pagador' | 'pix'>

/** How a bank writes CNAB 400: there is no standard but for the first columns. */
export interface Layout400 {
  /** What a title's record begins with. */
  detalhe: '1' | '7'
  sequencia: Colunas | null
  nome: Colunas | null
  /** What was paid is written after the bank's fee. */
  liquido?: boolean
  ler(linha: string, numero: number): Lido
  /** The trailer's totals, where the bank gives totals of this file. */
  totais?(linha: string, numero: number): { de: 'título' | 'liquidação'; quantos: number; centavos: Centavos }
}

const DIA_DO_CREDITO: Colunas = [296, 301]

/** What every bank keeps in the same columns, but for the day of the credit: elsewhere it would be read out of an amount. */
function comum(linha: string, numero: number, diaDoCredito = DIA_DO_CREDITO) {
  const centavos = (de: number, ate: number) => centavosEm(linha, numero, de, ate)
  const creditoEm = diaEm(linha, numero, ...diaDoCredito)
  return {
    seuNumero: colunas(linha, 117, 126),
    controle: colunas(linha, 38, 62),
    vencimento: vencimentoEm(linha, numero, 147, 152),
    nominalCentavos: centavos(153, 165),
    abatimentoCentavos: centavos(228, 240),
    descontoCentavos: centavos(241, 253),
    pagoCentavos: centavos(254, 266),
    creditadoCentavos: creditoEm === null ? 0 : centavos(254, 266),
    encargosCentavos: centavos(267, 279),
    outrosEncargosCentavos: centavos(280, 292),
    ocorridoEm: diaEm(linha, numero, 111, 116),
    creditoEm,
    motivos: [] as string[],
  }
}

const tarifaEm = (linha: string, numero: number): Centavos => centavosEm(linha, numero, 176, 188)
/** The bank's fee plus notary costs, which have columns of their own. */
const tarifaECustas = (linha: string, numero: number): Centavos =>
  tarifaEm(linha, numero) + centavosEm(linha, numero, 189, 201)

/** CBR643: the credit has its own columns, and a sign: 1 is a debit. */
const BANCO_DO_BRASIL: Layout400 = {
  detalhe: '7',
  sequencia: [101, 107],
  nome: null,
  ler(linha, numero) {
    const sinal = linha[318] === '1' ? -1 : 1
    return {
      ...comum(linha, numero, [176, 181]),
      nossoNumero: numeroEm(linha, 64, 80),
      controle: colunas(linha, 39, 63),
      motivos: linha.slice(108, 110) === '03' ? codigosEm(linha, 87, 88, 2) : [],
      tarifaCentavos: centavosEm(linha, numero, 182, 188) + centavosEm(linha, numero, 189, 201),
      creditadoCentavos: centavosEm(linha, numero, 306, 318) * sinal || 0,
    }
  },
}

const SANTANDER: Layout400 = {
  detalhe: '1',
  sequencia: null,
  nome: [302, 337],
  ler(linha, numero) {
    return {
      ...comum(linha, numero),
      nossoNumero: numeroEm(linha, 63, 70),
      motivos: codigosEm(linha, 137, 145, 3),
      tarifaCentavos: tarifaECustas(linha, numero),
    }
  },
}

/** Its standard contract writes what was paid without the interest; by another, what was paid is the whole already. */
const BANRISUL: Layout400 = {
  detalhe: '1',
  sequencia: [386, 394],
  nome: null,
  ler(linha, numero) {
    const lido = comum(linha, numero)
    const inteiro = somaDe(lido)
    const deCostumeCentavos = lido.pagoCentavos + lido.encargosCentavos
    const pagoCentavos = lido.pagoCentavos === inteiro ? inteiro : deCostumeCentavos
    return {
      ...lido,
      nossoNumero: numeroEm(linha, 63, 72),
      motivos: codigosEm(linha, 383, 392, 2),
      pagoCentavos,
      deCostumeCentavos,
      creditadoCentavos: lido.creditoEm === null ? 0 : pagoCentavos,
      tarifaCentavos: tarifaEm(linha, numero),
    }
  },
}

/** Writes the fine apart from the interest; a refused title has one reason, of three digits. */
const CAIXA: Layout400 = {
  detalhe: '1',
  sequencia: [390, 394],
  nome: null,
  ler(linha, numero) {
    const lido = comum(linha, numero, [294, 299])
    return {
      ...lido,
      nossoNumero: numeroEm(linha, 57, 73),
      controle: colunas(linha, 32, 56),
      motivos: linha.slice(108, 110) === '99' ? codigosEm(linha, 80, 82, 3) : [],
      tarifaCentavos: tarifaEm(linha, numero),
      encargosCentavos: lido.encargosCentavos + lido.outrosEncargosCentavos,
      outrosEncargosCentavos: 0,
    }
  },
}

const BRADESCO: Layout400 = {
  detalhe: '1',
  sequencia: [109, 113],
  nome: null,
  ler(linha, numero) {
    return {
      ...comum(linha, numero),
      nossoNumero: numeroEm(linha, 71, 82),
      motivos: codigosEm(linha, 319, 328, 2),
      tarifaCentavos: tarifaECustas(linha, numero),
    }
  },
  totais: (linha, numero) => ({
    de: 'liquidação',
    quantos: centavosEm(linha, numero, 87, 91),
    centavos: centavosEm(linha, numero, 75, 86),
  }),
}

/** A title written off by the bank has the place instead of a reason. */
const ITAU: Layout400 = {
  detalhe: '1',
  sequencia: [109, 113],
  nome: [325, 354],
  liquido: true,
  ler(linha, numero) {
    const lugar = colunas(linha, 169, 172)
    const baixado = /^(09|10)$/.test(linha.slice(108, 110)) && /^77\d\d$/.test(lugar)
    const canal = colunas(linha, 393, 394)
    return {
      ...comum(linha, numero),
      nossoNumero: numeroEm(linha, 86, 94),
      motivos: baixado ? [lugar] : [...codigosEm(linha, 378, 385, 2), ...(canal ? [canal] : [])],
      tarifaCentavos: tarifaEm(linha, numero),
    }
  },
  totais: (linha, numero) => ({
    de: 'título',
    quantos: centavosEm(linha, numero, 213, 220),
    centavos: centavosEm(linha, numero, 221, 234),
  }),
}

export const LAYOUTS_400: Readonly<Record<string, Layout400>> = {
  '001': BANCO_DO_BRASIL,
  '033': SANTANDER,
  '041': BANRISUL,
  '104': CAIXA,
  '237': BRADESCO,
  '341': ITAU,
}
