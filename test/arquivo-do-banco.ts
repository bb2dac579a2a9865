import type { Dia } from '#domain/data.ts'
import type { Centavos } from '#domain/dinheiro.ts'

/** A statement line; debits are negative. */
export interface LinhaDoExtrato {
  dia: Dia
  valorCentavos: Centavos
  memo: string
}

const compacto = (dia: Dia) => dia.replaceAll('-', '')

/** OFX 1 of the account used by `umCredito`. */
export const umOfx = (linhas: readonly LinhaDoExtrato[]): string =>
  [
    'OFXHEADER:100\nDATA:OFXSGML\nENCODING:UTF-8\n',
    '<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><BANKID>341<BRANCHID>1500<ACCTID>12345-6</BANKACCTFROM><BANKTRANLIST>',
    ...linhas.map(
      ({ dia, valorCentavos, memo }, i) =>
        `<STMTTRN><TRNTYPE>${valorCentavos < 0 ? 'DEBIT' : 'CREDIT'}<DTPOSTED>${compacto(dia)}<TRNAMT>${(valorCentavos / 100).toFixed(2)}<FITID>${i}<MEMO>${memo}</STMTTRN>`,
    ),
    '</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
  ].join('\n')

/** A paid boleto. */
export interface TituloPago {
  dia: Dia
  valorCentavos: Centavos
  /** Eight digits. */
  nossoNumero: string
  nome: string
}

const ddmmaa = (dia: Dia) => `${dia.slice(8)}${dia.slice(5, 7)}${dia.slice(2, 4)}`

/** A CNAB 400 record: each text at its column, counted from 1, and the record number at the end. */
function registro(numero: number, campos: Record<number, string>): string {
  const colunas = Array.from({ length: 394 }, () => ' ')
  for (const [de, texto] of Object.entries(campos)) colunas.splice(Number(de) - 1, texto.length, ...texto)
  return colunas.join('') + String(numero).padStart(6, '0')
}

/** A Santander return file in CNAB 400. */
export function umCnab400(titulos: readonly TituloPago[], hoje: Dia): string {
  const cabecalho = { 1: '02RETORNO01COBRANCA', 27: '15000123456700000000', 77: '033', 95: ddmmaa(hoje) }
  const detalhes = titulos.map(({ dia, valorCentavos, nossoNumero, nome }) => ({
    1: '1',
    63: nossoNumero,
    109: '06',
    111: ddmmaa(dia),
    153: String(valorCentavos).padStart(13, '0'),
    254: String(valorCentavos).padStart(13, '0'),
    296: ddmmaa(hoje),
    302: nome.toUpperCase().slice(0, 36),
  }))
  return [cabecalho, ...detalhes, { 1: '9201033' }].map((campos, i) => registro(i + 1, campos)).join('\r\n')
}
