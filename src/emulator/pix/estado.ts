import type { Cob, CobV } from './pedidos.ts'

export type TipoDeCobranca = 'cob' | 'cobv'
export type SituacaoDaCobranca = 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP'

export interface Cobranca {
  tipo: TipoDeCobranca
  txid: string
  criacao: string
  status: SituacaoDaCobranca
  locId: number | null
  /** The request and each change of it, the latest last. */
  revisoes: (Cob | CobV)[]
}

export interface Location {
  id: number
  tipoCob: TipoDeCobranca
  /** Without `https://`. */
  location: string
  criacao: string
  txid: string | null
}

export type Componentes = Partial<Record<'original' | 'multa' | 'juros' | 'abatimento' | 'desconto', { valor: string }>>

export interface Devolucao {
  id: string
  rtrId: string
  valor: string
  natureza: string
  descricao?: string
  horario: { solicitacao: string; liquidacao?: string }
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO'
  motivo?: string
}

export interface PixRecebido {
  endToEndId: string
  txid?: string
  valor: string
  componentesValor?: Componentes
  chave: string
  horario: string
  infoPagador?: string
  pagador?: { nome: string; cpf?: string; cnpj?: string }
  devolucoes?: Devolucao[]
}

/** All that a PSP remembers of one receiver: plain data, as it is kept in a file. */
export interface Estado {
  serie: number
  cobrancas: Record<string, Cobranca>
  locations: Location[]
  pix: PixRecebido[]
  webhooks: Record<string, { webhookUrl: string; criacao: string }>
}

export const estadoVazio = (): Estado => ({ serie: 0, cobrancas: {}, locations: [], pix: [], webhooks: {} })
