import { escreverPixEstatico } from './brcode.ts'
import { type Dia, somarDias } from './data.ts'
import { type Centavos, formatarReais, VALOR_MAXIMO_CENTAVOS } from './dinheiro.ts'
import { RegraViolada } from './erros.ts'
import type { Recebedor } from './recebimento.ts'

export const TIPOS_DE_CODIGO = ['pix_estatico', 'pix_cob', 'pix_cobv'] as const
export type TipoDeCodigo = (typeof TIPOS_DE_CODIGO)[number]

export const SITUACOES_DO_CODIGO = ['emitido', 'pago', 'substituido', 'expirado', 'cancelado'] as const
/** Ended by us: the PSP keeps accepting payment until it is told. */
export const TERMINADOS_AQUI = ['substituido', 'cancelado'] as const satisfies readonly SituacaoDoCodigo[]
export type SituacaoDoCodigo = (typeof SITUACOES_DO_CODIGO)[number]

/** How many accounts one code may ask for. */
export const CONTAS_DE_UM_CODIGO = 100

/** What a code asks for one account, fixed when it is made. */
export interface ParteDoCodigo {
  contaId: number
  /** What it asks of the account's face value. */
  valorCentavos: Centavos
  encargosCentavos: Centavos
}

/** An account on the day on which a code is made. */
export interface ContaDoCodigo {
  id: number
  aberta: boolean
  abertoCentavos: Centavos
  /** What is open, with the charges of the day; under dispute, with the charges of the day on which the dispute began. */
  devidoCentavos: Centavos
  /** Its due day moved to a business day. */
  vencimentoUtil: Dia
  contestada: boolean
}

/** For how many days after its moved due day a charge with due date can be paid. */
const DIAS_DEPOIS_DO_VENCIMENTO = 30

/**
 * What a code for these accounts asks. With a PSP, one account neither overdue nor disputed, and a customer with a
 * document: a charge with due date (cobv) for the face value, to which the PSP adds the charges of the day of payment.
 * Else today's total, valid until the end of the day: a charge at the PSP, or a static code when there is no PSP.
 */
export function montarCodigo(
  contas: readonly ContaDoCodigo[],
  { comPsp, comDocumento, hoje }: { comPsp: boolean; comDocumento: boolean; hoje: Dia },
): { tipo: TipoDeCodigo; partes: ParteDoCodigo[]; valorCentavos: Centavos; valeAte: Dia } {
  const fechada = contas.find(({ aberta, abertoCentavos }) => !aberta || abertoCentavos <= 0)
  if (contas.length === 0 || fechada)
    throw new RegraViolada('conta_nao_aberta', 'Só contas em aberto podem ser cobradas por um código.')
  const [unica, outra] = contas
  const comVencimento = comPsp && comDocumento && !outra && unica!.vencimentoUtil >= hoje && !unica!.contestada
  const partes = contas.map(({ id, abertoCentavos, devidoCentavos }) => ({
    contaId: id,
    valorCentavos: abertoCentavos,
    encargosCentavos: comVencimento ? 0 : devidoCentavos - abertoCentavos,
  }))
  if (totalDoCodigo(partes) > VALOR_MAXIMO_CENTAVOS)
    throw new RegraViolada(
      'valor_acima_do_pix',
      `O valor passa de ${formatarReais(VALOR_MAXIMO_CENTAVOS)}, o maior que um código Pix pede.`,
    )
  return {
    tipo: comVencimento ? 'pix_cobv' : comPsp ? 'pix_cob' : 'pix_estatico',
    partes,
    valorCentavos: totalDoCodigo(partes),
    valeAte: comVencimento ? somarDias(unica!.vencimentoUtil, DIAS_DEPOIS_DO_VENCIMENTO) : hoje,
  }
}

/** What the code asks for: of each part what is open and its charges. */
export const totalDoCodigo = (partes: readonly ParteDoCodigo[]): Centavos =>
  partes.reduce((soma, { valorCentavos, encargosCentavos }) => soma + valorCentavos + encargosCentavos, 0)

/**
 * Divides an agreement's first payment among its accounts in proportion to what is open of each, to the cent; anything
 * above their face value counts as charges of the first. The smallest accounts may get nothing.
 */
export function partesDaEntrada(
  valorCentavos: Centavos,
  contas: readonly Pick<ContaDoCodigo, 'id' | 'abertoCentavos'>[],
): ParteDoCodigo[] {
  const total = contas.reduce((soma, { abertoCentavos }) => soma + abertoCentavos, 0)
  const daFace = Math.min(valorCentavos, total)
  let [acumulado, dado] = [0, 0]
  const partes = contas.map(({ id, abertoCentavos }) => {
    acumulado += abertoCentavos
    const ate = Number((BigInt(daFace) * BigInt(acumulado)) / BigInt(total))
    const parte = { contaId: id, valorCentavos: ate - dado, encargosCentavos: 0 }
    dado = ate
    return parte
  })
  const cobradas = partes.filter((parte) => parte.valorCentavos > 0)
  return cobradas.map((parte, i) => (i === 0 ? { ...parte, encargosCentavos: valorCentavos - daFace } : parte))
}

interface CodigoFeito {
  tipo: TipoDeCodigo
  situacao: SituacaoDoCodigo
  partes: readonly ParteDoCodigo[]
  valeAte: Dia
}

/** An issued code that is still valid, of the same kind, accounts and amounts, is given again; else it is replaced. */
export function serveDeNovo(feito: CodigoFeito, novo: Pick<CodigoFeito, 'tipo' | 'partes'>, hoje: Dia): boolean {
  if (feito.situacao !== 'emitido' || feito.valeAte < hoje || feito.tipo !== novo.tipo) return false
  const texto = (partes: readonly ParteDoCodigo[]) =>
    partes
      .map(({ contaId, valorCentavos, encargosCentavos }) => `${contaId}:${valorCentavos}:${encargosCentavos}`)
      .sort()
      .join()
  return texto(feito.partes) === texto(novo.partes)
}

/**
 * What a paid code does: its accounts are paid what they still owe, closed ones get nothing, and the rest is the
 * customer's credit. For a charge with due date the PSP's charges are kept even where ours differ.
 */
export function repartirCodigo(
  { tipo, partes }: Pick<CodigoFeito, 'tipo' | 'partes'>,
  valorCentavos: Centavos,
  contas: ReadonlyMap<number, Pick<ContaDoCodigo, 'aberta' | 'abertoCentavos' | 'devidoCentavos'>>,
): { contas: { id: number; valorCentavos: Centavos }[]; creditoCentavos: Centavos } {
  let resta = valorCentavos
  const pagas = partes.flatMap((parte) => {
    const conta = contas.get(parte.contaId)
    if (!conta?.aberta) return []
    const doPsp = tipo === 'pix_cobv' && partes.length === 1 && conta.abertoCentavos >= parte.valorCentavos
    const pedido = doPsp ? valorCentavos : Math.min(totalDoCodigo([parte]), conta.devidoCentavos)
    const paga = Math.min(pedido, resta)
    resta -= paga
    return paga > 0 ? [{ id: parte.contaId, valorCentavos: paga }] : []
  })
  return { contas: pagas, creditoCentavos: resta }
}

const LETRAS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** As long as a static code takes; at a PSP from 26 to 35, unique for ever. */
const TAMANHO_DO_TXID: Readonly<Record<TipoDeCodigo, number>> = { pix_estatico: 25, pix_cob: 32, pix_cobv: 32 }
export const BYTES_DO_TXID = 32

/** A code's own identifier, of letters and digits, out of so many random bytes. */
export function txidDe(tipo: TipoDeCodigo, acaso: Uint8Array): string {
  if (acaso.length < BYTES_DO_TXID) throw new RangeError(`a txid takes ${BYTES_DO_TXID} random bytes`)
  return [...acaso.subarray(0, TAMANHO_DO_TXID[tipo])].map((byte) => LETRAS[byte % LETRAS.length]).join('')
}

/** A placeholder as long as the static code for this amount would be, for previews; it cannot be paid. */
export const codigoDeExemplo = (recebedor: Recebedor | null, valorCentavos: Centavos): string | null =>
  recebedor && valorCentavos > 0
    ? escreverPixEstatico({
        ...recebedor,
        valorCentavos,
        txid: 'EXEMPLO'.padEnd(TAMANHO_DO_TXID.pix_estatico, '0'),
        texto: null,
      })
    : null
