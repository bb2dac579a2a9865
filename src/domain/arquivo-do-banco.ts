/** A bank's file that cannot be read; `message` is the Portuguese sentence shown, naming the line where there is one. */
export class ArquivoRecusado extends Error {
  constructor(mensagem: string) {
    super(mensagem)
    this.name = 'ArquivoRecusado'
  }
}

export const FORMATOS = ['ofx', 'cnab240', 'cnab400'] as const
export type Formato = (typeof FORMATOS)[number]

/** Bank names by COMPE code, for display. */
const BANCOS: Readonly<Record<string, string>> = {
  '001': 'Banco do Brasil',
  '033': 'Santander',
  '041': 'Banrisul',
  '077': 'Inter',
  '085': 'Ailos',
  '104': 'Caixa',
  '136': 'Unicred',
  '208': 'BTG Pactual',
  '212': 'Banco Original',
  '237': 'Bradesco',
  '260': 'Nubank',
  '290': 'PagBank',
  '323': 'Mercado Pago',
  '336': 'C6 Bank',
  '341': 'Itaú',
  '364': 'Efí',
  '403': 'Cora',
  '422': 'Safra',
  '461': 'Asaas',
  '748': 'Sicredi',
  '756': 'Sicoob',
}

/** One that is not in the list is called by its code. */
export const nomeDoBanco = (banco: string): string => BANCOS[banco] ?? `banco ${banco}`

const VAZIO = 'O arquivo está vazio.'
const PAGINA =
  'Isto é uma página da internet, não um arquivo do banco: a sessão no banco pode ter terminado. Entre de novo e baixe outra vez.'
const COM_DOCTYPE = 'O arquivo traz um DOCTYPE, que extrato nenhum tem: recusado por segurança.'
const REMESSA =
  'Este arquivo é uma remessa, o que a empresa manda ao banco. Importe o retorno, o que o banco manda à empresa.'
const OUTRO = 'Este arquivo não é um extrato OFX nem um retorno CNAB 240 ou 400. Baixe no site do banco um destes três.'

/** What a bank's file is, by its first characters; a page, a remessa or anything else is refused. */
export function formatoDe(inicio: string): Formato {
  const comeco = semMarca(inicio).trimStart()
  if (comeco === '') throw new ArquivoRecusado(VAZIO)
  if (/^<(!doctype\s+html|html)\b/i.test(comeco)) throw new ArquivoRecusado(PAGINA)
  if (/<!doctype/i.test(comeco)) throw new ArquivoRecusado(COM_DOCTYPE)
  if (/^(OFXHEADER|<\?OFX|<OFX>)/i.test(comeco) || /^<\?xml[\s\S]*?<\??OFX\b/i.test(comeco)) return 'ofx'
  const linha = comeco.split(/\r?\n/, 1)[0]!
  if (/^01REMESSA/i.test(linha)) throw new ArquivoRecusado(REMESSA)
  if (/^02RETORNO/i.test(linha)) return 'cnab400'
  if (!/^\d{3}0000[0 ]/.test(linha) || linha.length > 241) throw new ArquivoRecusado(OUTRO)
  if (linha[142] === '1') throw new ArquivoRecusado(REMESSA)
  return 'cnab240'
}

/** Strips the UTF-8 byte order mark, also where it was decoded as Windows-1252. */
export const semMarca = (inicio: string): string => inicio.replace(/^(?:\ufeff|ï»¿)/, '')

export const recusarDoctype = (): never => {
  throw new ArquivoRecusado(COM_DOCTYPE)
}
