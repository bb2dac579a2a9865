import type { ParteDoCodigo, TipoDeCodigo } from './codigo.ts'
import type { Dia } from './data.ts'
import type { Centavos } from './dinheiro.ts'
import type { Movimento, TituloDoMovimento } from './movimento.ts'
import { type Decidido, numeroCanonico } from './repeticao.ts'

/** An account as it stood on the payer's day. */
export interface ContaCandidata {
  id: number
  clienteId: number
  /** As people call it. */
  nome: string
  nossoNumero: string | null
  /** Of its boleto's line; null when it has none. */
  banco?: string | null
  /** As other systems may write its number (`numerosDaConta`). */
  numeros?: readonly string[]
  valorCentavos?: Centavos
  vencimento: Dia
  aberta: boolean
  /** Instalments stand in its place: it owes nothing itself, and what it was is still owed. */
  emAcordo?: boolean
  /** What is open of its face; 0 when it is not open. */
  abertoCentavos: Centavos
  /** What is open, with the charges of the day of the payment. */
  devidoCentavos: Centavos
}

export interface ClienteCandidato {
  id: number
  nome: string
  documento: string | null
  contas: readonly ContaCandidata[]
}

/** A payment code of ours, whatever became of it. */
export interface CodigoCandidato {
  id: number
  txid: string
  tipo: TipoDeCodigo
  clienteId: number
  /** Face value and charges as they were when it was made. */
  partes: readonly ParteDoCodigo[]
  /** The proposal whose first payment this code is; null: the code asks for what accounts owe. */
  proposta?: PropostaDoCodigo | null
}

/** An agreement that a customer accepted, and that begins with a code's payment. */
export interface PropostaDoCodigo {
  negociacaoId: number
  /** The last day on which the payment begins it. */
  ate: Dia
  /**
   * It still waits, or ended only because its payment was not known; its accounts owe the same, and no other agreement
   * is under way.
   */
  intacta: boolean
}

/** A payment that a person recorded by hand, that no movement was linked to and nobody reversed. */
export interface PagamentoCandidato {
  id: number
  clienteId: number
  valorCentavos: Centavos
  pagoEm: Dia
  /** The accounts that it pays. */
  contas?: readonly number[]
}

/** What the liquidations of return files add up to on a credit day: before and after the bank's fees, and as it credited them. */
export interface LoteCandidato {
  dia: Dia
  brutoCentavos: Centavos
  liquidoCentavos: Centavos
  creditadoCentavos: Centavos
  boletos: number
}

/** Everything that could explain a movement: the database brings it, nothing here looks for more. */
export interface Candidatos {
  codigos: readonly CodigoCandidato[]
  clientes: readonly ClienteCandidato[]
  pagamentos: readonly PagamentoCandidato[]
  lotes: readonly LoteCandidato[]
  /** What may be the same money, told by a return as a boleto paid by Pix and by a PSP as a Pix. */
  decididos?: readonly Decidido[]
}

/** What a PSP says the amount of a `cobv` is made of. */
export interface Componentes {
  originalCentavos: Centavos
  multaCentavos: Centavos
  jurosCentavos: Centavos
  abatimentoCentavos: Centavos
  descontoCentavos: Centavos
}

type Julgado = 'tipo' | 'dia' | 'valorCentavos' | 'pagador' | 'txid' | 'nossoNumero' | 'lote' | 'diaCredito' | 'origem'

export interface AConciliar {
  movimento: Pick<Movimento, Julgado | 'banco' | 'titulo' | 'naoFecha' | 'peloPix'>
  componentes: Componentes | null
  /** A person undid its matching: it is never applied automatically again. */
  desfeito: boolean
}

/** The codes that a movement names: upper and lower case are different letters. */
export const codigosDe = (txid: string | null, codigos: readonly CodigoCandidato[]): CodigoCandidato[] =>
  txid === null ? [] : codigos.filter((codigo) => codigo.txid === txid)

/**
 * The accounts that a title's number names, zeros before it and its check digit aside. Each bank numbers by itself: one
 * whose boleto is of another bank is named by it only where no other is (a bank may issue through another).
 */
export function contasDoTitulo(
  { nossoNumero, banco }: Pick<Movimento, 'nossoNumero' | 'banco'>,
  clientes: readonly ClienteCandidato[],
): ContaCandidata[] {
  if (nossoNumero === null) return []
  const todas = clientes.flatMap(({ contas }) => contas.filter((conta) => mesmoTitulo(conta.nossoNumero, nossoNumero)))
  const doBanco = todas.filter((conta) => !deOutroBanco(conta, banco))
  return doBanco.length > 0 ? doBanco : todas
}

export const deOutroBanco = (conta: ContaCandidata, banco: string | null): boolean =>
  Boolean(conta.banco && banco && conta.banco !== banco)

/** Each part of a number without the zeros before it: "001234/01" and "1234-1" are one. */
const partesDoNumero = (numero: string): string =>
  numero
    .toUpperCase()
    .split(/[^0-9A-Z]+/)
    .map((parte) => parte.replace(/^0+/, ''))
    .filter((parte) => parte !== '')
    .join('/')

/** The ways in which a boleto's "seu número" may name an account: its number, and that with the instalment's. */
export function numerosDaConta({ numero, parcela }: { numero: string; parcela: string | null }): string[] {
  const inteiro = partesDoNumero(numero)
  const ordem = partesDoNumero((parcela ?? '').split('/')[0]!)
  return ordem ? [inteiro, `${inteiro}/${ordem}`] : [inteiro]
}

/** The open accounts that a title names by the company's own number, with its amount and due day. */
export function contasDoSeuNumero(
  titulo: TituloDoMovimento | null | undefined,
  clientes: readonly ClienteCandidato[],
): ContaCandidata[] {
  const numero = partesDoNumero(titulo?.seuNumero ?? '')
  if (!titulo || numero === '') return []
  return clientes.flatMap(({ contas }) =>
    contas.filter(
      (conta) =>
        conta.aberta &&
        conta.valorCentavos === titulo.nominalCentavos &&
        conta.vencimento === titulo.vencimento &&
        conta.numeros?.includes(numero),
    ),
  )
}

const MENOR_NUMERO = 3

/** A carteira before a bar is left out; one of the two may carry the check digit and the other not. */
export function mesmoTitulo(um: string | null, outro: string | null): boolean {
  const [a, b] = [um, outro].map((numero) => numeroCanonico((numero ?? '').split('/').at(-1)!)) as [string, string]
  if (a === '' || b === '') return false
  if (a === b) return true
  const [curto, longo] = a.length < b.length ? [a, b] : [b, a]
  return curto.length >= MENOR_NUMERO && longo.length === curto.length + 1 && longo.startsWith(curto)
}
