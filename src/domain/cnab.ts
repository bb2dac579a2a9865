import { ArquivoRecusado } from './arquivo-do-banco.ts'
import { type Dia, diaValido } from './data.ts'
import { type Centavos, formatarReais, VALOR_MAXIMO_CENTAVOS } from './dinheiro.ts'
import type { Pagador } from './pagador.ts'

/** What a return says of a title. Money comes only with `liquidacao` and `parcial`; `estorno` takes it back. */
export const ESPECIES_DO_RETORNO = [
  'liquidacao',
  'parcial',
  'entrada',
  'rejeitado',
  'baixado',
  'pago_fora',
  'tarifa',
  'protesto',
  'operacional',
  'operacional_cancelada',
  'pendente',
  'estorno',
  'informacao',
] as const
export type EspecieDoRetorno = (typeof ESPECIES_DO_RETORNO)[number]

/**
 * One movement of one title, read. Texts as the bank wrote them, without padding; only `creditadoCentavos` may be
 * negative.
 */
export interface TituloDoRetorno {
  linha: number
  especie: EspecieDoRetorno
  /** The bank's own code: means nothing without the bank. */
  ocorrencia: string
  motivos: string[]
  nossoNumero: string
  seuNumero: string
  controle: string
  vencimento: Dia | null
  nominalCentavos: Centavos
  /** What the payer paid, charges included, whatever the bank kept. */
  pagoCentavos: Centavos
  creditadoCentavos: Centavos
  tarifaCentavos: Centavos
  encargosCentavos: Centavos
  descontoCentavos: Centavos
  abatimentoCentavos: Centavos
  ocorridoEm: Dia | null
  creditoEm: Dia | null
  pagador: Pagador | null
  /** The Pix code of a title that carries one. */
  pix: string | null
  /** What was paid is not what its parts add up to. */
  naoFecha?: true
  /** What was paid by the bank's customary reading, by which a movement is known again whatever its contract says (`chaveDoMovimento`). */
  deCostumeCentavos?: Centavos
  /** Charges that only some banks and contracts write beside the interest. */
  outrosEncargosCentavos?: Centavos
}

export interface ResumoDoRetorno {
  banco: string
  /** Agency and account as the header writes them. */
  conta: string
  sequencia: string
  data: Dia | null
  titulos: number
  avisos: string[]
  /** Why not all of the file can be trusted, in a sentence; null when it is whole. */
  incompleto: string | null
}

export interface LeitorCnab {
  ler(linha: string, numero: number): void
  fim(): ResumoDoRetorno
}

export type Emitir = (titulo: TituloDoRetorno) => void

export const recusarDepoisDoFim = (numero: number): never => {
  throw new ArquivoRecusado(`A linha ${numero} vem depois do fim do retorno: o arquivo foi editado. Baixe-o de novo.`)
}

/** Pads a line, since editors and e-mail trim blanks; one character more is a stray CR. Throws when longer. */
export function medir(linha: string, numero: number, tamanho: number): string {
  if (linha.length > tamanho + 1)
    throw new ArquivoRecusado(
      `A linha ${numero} tem ${linha.length} caracteres, e o retorno tem ${tamanho}: o arquivo foi editado. Baixe-o de novo.`,
    )
  return linha.padEnd(tamanho)
}

/** Both ends included, the first column being 1, as layouts count. */
export const colunas = (linha: string, de: number, ate: number): string => linha.slice(de - 1, ate).trim()

/** A number of cents; blanks are none. */
export function centavosEm(linha: string, numero: number, de: number, ate: number): Centavos {
  const texto = colunas(linha, de, ate)
  if (!/^\d*$/.test(texto))
    throw new ArquivoRecusado(`A linha ${numero} traz “${texto}” onde devia haver um valor (colunas ${de} a ${ate}).`)
  const centavos = Number(texto)
  if (centavos > VALOR_MAXIMO_CENTAVOS)
    throw new ArquivoRecusado(`A linha ${numero} traz um valor grande demais (colunas ${de} a ${ate}).`)
  return centavos
}

/** A title due at sight ("à vista") or when presented ("contra-apresentação") has no due day: FEBRABAN, note C012. */
const SEM_VENCIMENTO = /^(1{8}|8+|9+)$/

/** The day on which a title is due; null for one that is due at sight. */
export const vencimentoEm = (linha: string, numero: number, de: number, ate: number): Dia | null =>
  SEM_VENCIMENTO.test(colunas(linha, de, ate)) ? null : diaEm(linha, numero, de, ate)

/** DDMMAA or DDMMAAAA, by how many columns there are; zeros, blanks and words are no day. */
export function diaEm(linha: string, numero: number, de: number, ate: number): Dia | null {
  const texto = colunas(linha, de, ate)
  if (!/^\d+$/.test(texto) || /^0+$/.test(texto)) return null
  const ano = texto.length === 6 ? `20${texto.slice(4)}` : texto.slice(4)
  const dia = `${ano}-${texto.slice(2, 4)}-${texto.slice(0, 2)}`
  if (!diaValido(dia) || dia < '1990' || dia >= '2100')
    throw new ArquivoRecusado(
      `A data “${texto}” da linha ${numero} não existe ou é de outro século (colunas ${de} a ${ate}). Baixe o arquivo de novo.`,
    )
  return dia
}

/** Codes side by side; zeros and blanks are none. */
export function codigosEm(linha: string, de: number, ate: number, tamanho: number): string[] {
  const texto = linha.slice(de - 1, ate)
  const codigos: string[] = []
  for (let i = 0; i < texto.length; i += tamanho) codigos.push(texto.slice(i, i + tamanho).trim())
  return codigos.filter((codigo) => !/^0*$/.test(codigo))
}

/** A number of a title; zeros alone are none. */
export const numeroEm = (linha: string, de: number, ate: number): string => {
  const texto = colunas(linha, de, ate)
  return /^0*$/.test(texto) ? '' : texto
}

const COM_DINHEIRO: readonly EspecieDoRetorno[] = [
  'liquidacao',
  'parcial',
  'operacional',
  'operacional_cancelada',
  'pendente',
  'estorno',
]

/** How a bank writes what was paid. */
export interface Escrita {
  /** By a code that closes a title already paid in part. */
  saldo: boolean
  /** Less its fee. */
  liquido: boolean
}

/**
 * The title as it is accounted: banks fill in amounts on lines that pay nothing, and use the same code for a partial
 * payment as for a full one.
 */
export function comoConta(lido: TituloDoRetorno, { saldo, liquido }: Escrita): TituloDoRetorno {
  if (!COM_DINHEIRO.includes(lido.especie))
    return { ...lido, pagoCentavos: 0, creditadoCentavos: Math.min(0, lido.creditadoCentavos) }
  const titulo = comoFecha(lido, saldo, liquido)
  const devido = lido.nominalCentavos - lido.descontoCentavos - lido.abatimentoCentavos
  const parcial = lido.especie === 'liquidacao' && !saldo && titulo.pagoCentavos < devido
  if (parcial) return { ...titulo, especie: 'parcial' }
  return naoFecha(titulo, saldo) ? { ...titulo, naoFecha: true } : titulo
}

/**
 * Whether a bank keeps its fee of each title, and whether it writes other charges apart, is a matter of contract: the reading that
 * closes the title is right, of what was taken back too.
 */
function comoFecha(lido: TituloDoRetorno, saldo: boolean, liquido: boolean): TituloDoRetorno {
  const [escrito, comTarifa] = [lido.pagoCentavos, lido.pagoCentavos + lido.tarifaCentavos]
  const deCostumeCentavos = lido.deCostumeCentavos ?? (liquido ? comTarifa : escrito)
  // Of nothing the bank kept no fee.
  if (escrito === 0) return { ...lido, deCostumeCentavos }
  const pagos = liquido ? [comTarifa, escrito] : [escrito, comTarifa]
  const encargos = [lido.encargosCentavos, lido.encargosCentavos + (lido.outrosEncargosCentavos ?? 0)]
  const leituras = encargos.flatMap((encargosCentavos) =>
    pagos.map((pagoCentavos) => ({ ...lido, encargosCentavos, pagoCentavos, deCostumeCentavos })),
  )
  const inteiro = lido.especie === 'liquidacao' || lido.especie === 'estorno'
  return (inteiro && leituras.find((um) => !naoFecha({ ...um, especie: 'liquidacao' }, saldo))) || leituras[0]!
}

type Partes = Pick<TituloDoRetorno, 'nominalCentavos' | 'encargosCentavos' | 'descontoCentavos' | 'abatimentoCentavos'>

/** The nominal value plus charges less reductions. */
export const somaDe = ({ nominalCentavos, encargosCentavos, descontoCentavos, abatimentoCentavos }: Partes): Centavos =>
  nominalCentavos + encargosCentavos - descontoCentavos - abatimentoCentavos

/** A full payment is, to a cent, what its parts add up to; else its figures are unreliable. Unregistered titles may have no value. */
export const naoFecha = (titulo: TituloDoRetorno, saldo: boolean): boolean =>
  titulo.especie === 'liquidacao' &&
  !saldo &&
  titulo.nominalCentavos > 0 &&
  Math.abs(somaDe(titulo) - titulo.pagoCentavos) > 1

export const dizerQueNaoFecha = (titulo: TituloDoRetorno): string =>
  `Os valores do título da linha ${titulo.linha} não fecham: com encargos e descontos ele é de ${formatarReais(somaDe(titulo))}, e o banco diz que pagaram ${formatarReais(titulo.pagoCentavos)}. Confira.`

/** Throws ArquivoRecusado for a line with money that has no day. */
export function exigirDia(titulo: TituloDoRetorno): TituloDoRetorno {
  if (titulo.ocorridoEm === null && COM_DINHEIRO.includes(titulo.especie))
    throw new ArquivoRecusado(`A linha ${titulo.linha} traz um pagamento sem a data em que aconteceu.`)
  return titulo
}
