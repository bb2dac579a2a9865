import { centavosEm, codigosEm, colunas, diaEm, numeroEm, vencimentoEm } from './cnab.ts'
import type { Pagador } from './pagador.ts'

type Colunas = readonly [number, number]

/** Where a segment T keeps what we read; the columns of FEBRABAN 10.6 unless the bank says otherwise. */
interface SegmentoT {
  nossoNumero: Colunas
  seuNumero: Colunas
  vencimento: Colunas
  nominal: Colunas
  controle: Colunas
  tipoDoPagador: number
  documento: Colunas
  nome: Colunas
  tarifa: Colunas
  motivos: Colunas
}

const FEBRABAN: SegmentoT = {
  nossoNumero: [38, 57],
  seuNumero: [59, 73],
  vencimento: [74, 81],
  nominal: [82, 96],
  controle: [106, 130],
  tipoDoPagador: 133,
  documento: [134, 148],
  nome: [149, 188],
  tarifa: [199, 213],
  motivos: [214, 223],
}

const DE_CADA_BANCO: Readonly<Record<string, SegmentoT>> = {
  '033': {
    nossoNumero: [41, 53],
    seuNumero: [55, 69],
    vencimento: [70, 77],
    nominal: [78, 92],
    controle: [101, 125],
    tipoDoPagador: 128,
    documento: [129, 143],
    nome: [144, 183],
    tarifa: [194, 208],
    motivos: [209, 218],
  },
  '104': { ...FEBRABAN, nossoNumero: [40, 57] },
  '237': { ...FEBRABAN, nossoNumero: [46, 57] },
  '341': { ...FEBRABAN, nossoNumero: [41, 49] },
  '756': { ...FEBRABAN, nossoNumero: [38, 47] },
}

/** The title, what the bank kept, and why. */
export function segmentoT(linha: string, numero: number, banco: string) {
  const onde = DE_CADA_BANCO[banco] ?? FEBRABAN
  const ocorrencia = colunas(linha, 16, 17)
  return {
    linha: numero,
    ocorrencia,
    motivos: motivosDe(linha, banco, ocorrencia, onde),
    nossoNumero: numeroEm(linha, ...onde.nossoNumero),
    seuNumero: colunas(linha, ...onde.seuNumero),
    controle: colunas(linha, ...onde.controle),
    vencimento: vencimentoEm(linha, numero, ...onde.vencimento),
    nominalCentavos: centavosEm(linha, numero, ...onde.nominal),
    tarifaCentavos: centavosEm(linha, numero, ...onde.tarifa),
    pagador: pagadorEm(linha, onde),
  }
}

/** What was paid, and when. */
export const segmentoU = (linha: string, numero: number) => ({
  encargosCentavos: centavosEm(linha, numero, 18, 32),
  descontoCentavos: centavosEm(linha, numero, 33, 47),
  abatimentoCentavos: centavosEm(linha, numero, 48, 62),
  pagoCentavos: centavosEm(linha, numero, 78, 92),
  creditadoCentavos: centavosEm(linha, numero, 93, 107),
  ocorridoEm: diaEm(linha, numero, 138, 145),
  creditoEm: diaEm(linha, numero, 146, 153),
})

/** The type says how many of the fifteen characters are the document's: a CNPJ may begin with zeros, or have letters. */
function pagadorEm(linha: string, { tipoDoPagador, documento, nome }: SegmentoT): Pagador | null {
  const escrito = numeroEm(linha, ...documento).padStart(15, '0')
  const tamanho = linha[tipoDoPagador - 1] === '1' ? 11 : 14
  const pagador = {
    nome: colunas(linha, ...nome) || null,
    documento: /^0*$/.test(escrito) ? null : escrito.slice(-tamanho),
  }
  return pagador.nome || pagador.documento ? pagador : null
}

/** Itaú writes off by itself from places of its own, and names the place instead of a reason. */
const LUGAR_DE_BAIXA = /^77\d\d$/

function motivosDe(linha: string, banco: string, ocorrencia: string, { motivos }: SegmentoT): string[] {
  const lugar = colunas(linha, 101, 104)
  const baixaDoItau = banco === '341' && ['09', '10'].includes(ocorrencia)
  return baixaDoItau && LUGAR_DE_BAIXA.test(lugar) ? [lugar] : codigosEm(linha, ...motivos, 2)
}
