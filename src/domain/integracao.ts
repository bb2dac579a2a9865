import type { OrigemDaConta, Situacao } from './conta.ts'
import { DIA_MS } from './data.ts'
import { type Insistencia, proximaVez } from './insistencia.ts'

/** What a program of the company may do with its token; each names a noun and whether it is read or written. */
export const ESCOPOS = [
  'clientes:ler',
  'clientes:escrever',
  'contas:ler',
  'contas:escrever',
  'pagamentos:escrever',
  'eventos:ler',
] as const
export type Escopo = (typeof ESCOPOS)[number]

/** What programs are told of: by the list of events that they read, and by the webhooks that call them. */
export const EVENTOS_DE_INTEGRACAO = [
  'cliente.mudou',
  'mensagem.recebida',
  'conta.paga',
  'conta.estornada',
  'acordo.mudou',
  'promessa.mudou',
  'contestacao.mudou',
] as const
export type EventoDeIntegracao = (typeof EVENTOS_DE_INTEGRACAO)[number]

/** Events in one answer, and how long they can be read. */
export const EVENTOS_POR_VEZ = 100
export const EVENTOS_POR_DIAS = 30

/** Requests of one token in a minute, each line of a batch among them. */
export const PEDIDOS_POR_MINUTO = 600
/** Lines of a batch. */
export const LINHAS_DO_LOTE = 500
/** The only routes that a program's token opens, and no other credential opens them. */
export const DA_INTEGRACAO = '/api/integracao/'

/** How tokens begin, so that one left in a file is known for what it is. */
export const PREFIXO_DO_TOKEN = 'cob_'

/**
 * Finds the account that a program names, among those of one customer: by number alone (`18432`) or, where a note has
 * several, with the instalment (`18432/002`). An agreement's instalments carry the number of the account they replace,
 * which still means the original, so they are named in full (`18432/1/2`). Of several that bear the very same name a cancelled one is
 * meant only where none stands. Undefined: none; `varias`: the name is ambiguous.
 */
export function contaDoNumero<
  C extends { numero: string; parcela: string | null; origem: OrigemDaConta; situacao: Situacao },
>(numero: string, contas: readonly C[]): C | 'varias' | undefined {
  const inteiras = contas.filter((uma) => uma.parcela !== null && `${uma.numero}/${uma.parcela}` === numero)
  const achadas =
    inteiras.length > 0 ? inteiras : contas.filter((uma) => uma.numero === numero && uma.origem !== 'negociacao')
  if (achadas.some(({ parcela }) => parcela !== achadas[0]?.parcela)) return 'varias'
  const [conta, outra] = achadas.filter((uma) => uma.situacao !== 'cancelada')
  return outra ? 'varias' : (conta ?? achadas.at(-1))
}

/** A delivery that fails is tried again for three days. */
const INSISTENCIA: Insistencia = {
  pausasS: [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600],
  desisteEmMs: 3 * DIA_MS,
}

/**
 * When a delivery that failed so many times (1 or more) is tried again; null: three days since `desde` are over, and it is set
 * aside. The last try is when they end.
 */
export const proximaTentativa = (tentativas: number, desde: Date, agora: Date): Date | null =>
  proximaVez(INSISTENCIA, tentativas, desde, agora)

export const STATUS_DA_ENTREGA = ['pendente', 'entregue', 'separada'] as const
export type StatusDaEntrega = (typeof STATUS_DA_ENTREGA)[number]
