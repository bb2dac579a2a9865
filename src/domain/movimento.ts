import type { Formato } from './arquivo-do-banco.ts'
import type { EspecieDoRetorno, TituloDoRetorno } from './cnab.ts'
import type { Dia } from './data.ts'
import type { Centavos } from './dinheiro.ts'
import type { EspecieDoExtrato, LinhaDoExtrato } from './extrato.ts'
import type { Pagador, Sinais } from './pagador.ts'

export const ORIGENS_DO_MOVIMENTO = ['pix', 'ofx', 'cnab240', 'cnab400'] as const
export type OrigemDoMovimento = (typeof ORIGENS_DO_MOVIMENTO)[number]
export const ROTULOS_DA_ORIGEM_DO_MOVIMENTO: Record<OrigemDoMovimento, string> = {
  pix: 'Pix',
  ofx: 'Extrato (OFX)',
  cnab240: 'Retorno CNAB 240',
  cnab400: 'Retorno CNAB 400',
}

export const TIPOS_DE_MOVIMENTO = ['credito', 'devolucao', 'tarifa', 'outro'] as const
export type TipoDeMovimento = (typeof TIPOS_DE_MOVIMENTO)[number]
/** A customer's money, coming or going back; the rest is between the company and its bank. */
export const COM_DONO = ['credito', 'devolucao'] as const satisfies TipoDeMovimento[]
export const temDono = ({ tipo }: { tipo: TipoDeMovimento }): boolean =>
  (COM_DONO as readonly TipoDeMovimento[]).includes(tipo)

/** What became of a movement: only a credit is ever matched. */
export const SITUACOES_DO_MOVIMENTO = ['novo', 'sugerido', 'credito', 'aplicado', 'ignorado', 'devolvido'] as const
export type SituacaoDoMovimento = (typeof SITUACOES_DO_MOVIMENTO)[number]
export const ROTULOS_DO_MOVIMENTO: Record<SituacaoDoMovimento, string> = {
  novo: 'Sem dono',
  sugerido: 'Com sugestão',
  credito: 'A devolver',
  aplicado: 'Aplicado',
  ignorado: 'Ignorado',
  devolvido: 'Devolvido',
}
/** Nobody decided yet whose it is. */
export const SITUACOES_INDECISAS = ['novo', 'sugerido'] as const satisfies SituacaoDoMovimento[]
export type SituacaoIndecisa = (typeof SITUACOES_INDECISAS)[number]
export const indeciso = ({ situacao }: { situacao: SituacaoDoMovimento }): boolean =>
  (SITUACOES_INDECISAS as readonly SituacaoDoMovimento[]).includes(situacao)

/** The figures of a period's closing, each with a list of movements behind it; the five after `recebido` add up to it. */
export const PARTES_DO_RECEBIDO = [
  'recebido',
  'aplicado',
  'credito',
  'sem_dono',
  'ignorado',
  'devolvido',
  'tarifas',
] as const
export type ParteDoRecebido = (typeof PARTES_DO_RECEBIDO)[number]

/** What a list may be about: a figure of the closing, or the refunds that took nothing back yet, which are in none. */
export const PARTES_DA_LISTA = [...PARTES_DO_RECEBIDO, 'a_espera'] as const
export type ParteDaLista = (typeof PARTES_DA_LISTA)[number]

/** For how many days a credit has been nobody's. */
export const FAIXAS_DE_IDADE = ['0-2', '3-7', '8-30', '30+'] as const
export type FaixaDeIdade = (typeof FAIXAS_DE_IDADE)[number]

export const ORDENS_DE_MOVIMENTO = ['-dia', 'dia', '-valor', 'valor'] as const
export type OrdemDeMovimento = (typeof ORDENS_DE_MOVIMENTO)[number]

/** Why a bank's file waits for a person's word before it is written. */
export const MOTIVOS_DE_PENDENCIA = ['outra_conta', 'totais'] as const
export type MotivoDePendencia = (typeof MOTIVOS_DE_PENDENCIA)[number]

/** What a return says of the title that was paid, beside its number at the bank. */
export interface TituloDoMovimento {
  /** The company's own number of it. */
  seuNumero: string
  vencimento: Dia | null
  nominalCentavos: Centavos
  /** Null where the bank does not say. */
  creditadoCentavos: Centavos | null
  /** The discount and the rebate with which it was paid whole. */
  reducaoCentavos?: Centavos
}

/** What the bank says happened, before anybody decides whose it is. */
export interface Movimento {
  origem: OrigemDoMovimento
  tipo: TipoDeMovimento
  /** Three digits. */
  banco: string | null
  contaBancaria: string | null
  /** The payer's day: that of the occurrence, not of the credit. */
  dia: Dia
  diaCredito: Dia | null
  /** Above zero, whichever way it went. */
  valorCentavos: Centavos
  /** It left the account. */
  saiu: boolean
  /** What the bank kept: it never lessens a payment. */
  tarifaCentavos: Centavos
  descricao: string
  pagador: Pagador | null
  txid: string | null
  endToEndId: string | null
  /** The id of one refund of a Pix, which may have several. */
  devolucaoId?: string | null
  nossoNumero: string | null
  /** The bank's code in a return. */
  ocorrencia: string | null
  /** One credit for all the boletos of a day. */
  lote: boolean
  titulo?: TituloDoMovimento | null
  /** The bank's figures of it do not add up. */
  naoFecha?: boolean
  /** The amount by which it is known again, where that is not how it was read at last. */
  valorDaChaveCentavos?: Centavos
  /** Who paid was made anonymous since. */
  sinais?: Sinais | null
  /** Who paid has the name, or the document, of a customer of ours. */
  deCliente?: boolean
  /** The return says that its boleto was paid by the Pix code on it. */
  peloPix?: boolean
}

const TIPO_NO_EXTRATO: Readonly<Record<EspecieDoExtrato, TipoDeMovimento | null>> = {
  entrada: 'credito',
  lote_de_boletos: 'credito',
  devolucao_feita: 'devolucao',
  tarifa: 'tarifa',
  devolucao_recebida: 'outro',
  propria: 'outro',
  outra_entrada: 'outro',
  saida: 'outro',
  sem_sinal: 'outro',
  cartao: null,
  saldo: null,
  futura: null,
}

/** The movement that a line of a statement tells of; null for balances, cards, and what has not happened yet. */
export function movimentoDoExtrato(
  linha: LinhaDoExtrato,
  conta: { banco: string | null; agencia: string | null; conta: string },
): Movimento | null {
  const tipo = TIPO_NO_EXTRATO[linha.especie]
  if (tipo === null || linha.valorCentavos === 0) return null
  return {
    origem: 'ofx',
    tipo,
    banco: conta.banco,
    contaBancaria: nomeDaContaBancaria(conta),
    dia: linha.dia,
    diaCredito: linha.dia,
    valorCentavos: Math.abs(linha.valorCentavos),
    saiu: linha.valorCentavos < 0,
    tarifaCentavos: 0,
    descricao: linha.descricao,
    pagador: linha.pagador,
    txid: null,
    endToEndId: endToEndIdEm(`${linha.fitid} ${linha.descricao}`),
    nossoNumero: null,
    ocorrencia: null,
    lote: linha.especie === 'lote_de_boletos',
  }
}

/** Agency and account as the bank writes them in the file, by which a second file of the same account is known. */
export const nomeDaContaBancaria = ({ agencia, conta }: { agencia: string | null; conta: string }): string =>
  agencia ? `${agencia}/${conta}` : conta

const TIPO_NO_RETORNO: Partial<Record<EspecieDoRetorno, TipoDeMovimento>> = {
  liquidacao: 'credito',
  parcial: 'credito',
  estorno: 'devolucao',
}

/**
 * The movement that a title of a return tells of; null when no money moved. A fee charged by itself, or on a line that pays
 * nothing, is a `tarifa`.
 */
export function movimentoDoRetorno(
  titulo: TituloDoRetorno,
  arquivo: { formato: Exclude<Formato, 'ofx'>; banco: string; conta: string; data: Dia | null },
): Movimento | null {
  const tipo = tipoNoRetorno(titulo)
  const valorCentavos = valorDe(titulo, tipo, titulo.pagoCentavos)
  const dia = titulo.ocorridoEm ?? arquivo.data
  if (tipo === null || valorCentavos === 0 || dia === null) return null
  return {
    origem: arquivo.formato,
    tipo,
    banco: arquivo.banco,
    contaBancaria: arquivo.conta,
    dia,
    diaCredito: titulo.creditoEm,
    valorCentavos,
    saiu: tipo !== 'credito',
    tarifaCentavos: tipo === 'tarifa' ? 0 : titulo.tarifaCentavos,
    descricao: descreverTitulo(titulo),
    pagador: titulo.pagador,
    txid: null,
    endToEndId: null,
    nossoNumero: titulo.nossoNumero || null,
    ocorrencia: titulo.ocorrencia,
    lote: false,
    titulo: {
      seuNumero: titulo.seuNumero,
      vencimento: titulo.vencimento,
      nominalCentavos: titulo.nominalCentavos,
      creditadoCentavos: titulo.creditadoCentavos > 0 ? titulo.creditadoCentavos : null,
      reducaoCentavos: titulo.especie === 'liquidacao' ? titulo.descontoCentavos + titulo.abatimentoCentavos : 0,
    },
    naoFecha: titulo.naoFecha ?? false,
    peloPix: tipo === 'credito' && pagoPeloPix(titulo, arquivo),
    valorDaChaveCentavos: valorDe(titulo, tipo, titulo.deCostumeCentavos ?? titulo.pagoCentavos),
  }
}

function tipoNoRetorno({ especie, pagoCentavos, tarifaCentavos }: TituloDoRetorno): TipoDeMovimento | null {
  const tipo = TIPO_NO_RETORNO[especie]
  if (tipo === 'devolucao' || (tipo && pagoCentavos > 0)) return tipo
  return tarifaCentavos > 0 ? 'tarifa' : null
}

/** FEBRABAN's reason 61 of a liquidation; Itaú and Caixa write reasons of their own. */
const pagoPeloPix = ({ motivos }: TituloDoRetorno, { formato, banco }: { formato: Formato; banco: string }): boolean =>
  formato === 'cnab240' && !['104', '341'].includes(banco) && motivos.includes('61')

/** Some banks write what was taken back as a debit of the account alone, or as nothing: then it is the title's. */
function valorDe(titulo: TituloDoRetorno, tipo: TipoDeMovimento | null, pagoCentavos: Centavos): Centavos {
  if (tipo === 'tarifa') return titulo.tarifaCentavos
  if (tipo !== 'devolucao') return pagoCentavos
  return pagoCentavos || Math.abs(titulo.creditadoCentavos) || titulo.nominalCentavos
}

const NOMES: Readonly<Record<EspecieDoRetorno, string>> = {
  liquidacao: 'Boleto pago',
  parcial: 'Boleto pago em parte',
  entrada: 'Boleto registrado',
  rejeitado: 'Instrução recusada pelo banco',
  baixado: 'Boleto baixado',
  pago_fora: 'Boleto pago por outro meio',
  tarifa: 'Tarifa de boleto',
  protesto: 'Boleto em protesto',
  operacional: 'Pagamento em andamento',
  operacional_cancelada: 'Pagamento em andamento cancelado',
  pendente: 'Pagamento à espera de compensação',
  estorno: 'Pagamento de boleto desfeito',
  informacao: 'Aviso do banco',
}

function descreverTitulo({ especie, seuNumero, nossoNumero, ocorrencia, motivos }: TituloDoRetorno): string {
  const documento = seuNumero || nossoNumero
  const codigos = [ocorrencia, ...motivos].join(' ')
  return `${NOMES[especie]}${documento ? ` · ${documento}` : ''} · ocorrência ${codigos}`
}

/** `E`, the payer's ISPB, minute and eleven characters: banks put it into ids and memos. Case matters. */
const END_TO_END_ID = /(?<![A-Za-z0-9])E[0-9A-Z]{8}20\d{10}[A-Za-z0-9]{11}(?![A-Za-z0-9])/
const endToEndIdEm = (texto: string): string | null => END_TO_END_ID.exec(texto)?.[0] ?? null

/** Has it the form of the Central Bank's id of a Pix? What it says of day and bank is not looked at. */
export const endToEndIdValido = (texto: string): boolean => /^E[0-9A-Z]{8}20\d{10}[A-Za-z0-9]{11}$/.test(texto)
