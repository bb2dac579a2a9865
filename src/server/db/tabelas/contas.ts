import type { Generated, GeneratedAlways } from 'kysely'
import type { FormaDePagamento, OrigemDaConta, OrigemDoPagamento, Situacao } from '#domain/conta.ts'
import type { TipoDeNota } from '#domain/documento-fiscal.ts'
import type { InstanteOuNulo, Timestamp } from './tipos.ts'

/** Accounts, their notes, and their payments. */
export interface TabelasDasContas {
  conta: {
    id: GeneratedAlways<number>
    cliente_id: number
    numero: string
    parcela: string | null
    valor_centavos: number
    pago_centavos: Generated<number>
    emissao: string
    vencimento: string
    vencimento_util: string
    situacao: Generated<Situacao>
    origem: OrigemDaConta
    chave_nfe: string | null
    ordem: number | null
    nota_cancelada: Generated<boolean>
    acordo_id: number | null
    parcela_numero: number | null
    substituida_por: number | null
    pago_em: string | null
    /** Of an instalment whose agreement ended: when it was paid, before its payments moved. */
    paga_no_acordo_em: string | null
    /** By which payments. Null of those whose agreement ended before this was kept. */
    pagamentos_no_acordo: number[] | null
    motivo_cancelamento: string | null
    importacao_id: number | null
    nosso_numero: string | null
    linha_digitavel: string | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  nota_fiscal: {
    chave: string
    tipo: TipoDeNota
    emitente: string
    modelo: string
    serie: string
    numero: string
    importacao_id: number | null
  }
  nota_cancelada: {
    chave: string
    em: Timestamp
    importacao_id: number | null
  }
  pagamento: {
    id: GeneratedAlways<number>
    cliente_id: number
    valor_centavos: number
    pago_em: string
    forma: FormaDePagamento
    origem: Generated<OrigemDoPagamento>
    usuario_id: number | null
    operador_id: number | null
    criado_em: Timestamp
    estornado_em: InstanteOuNulo
    motivo_estorno: string | null
    movimento_id: number | null
  }
  pagamento_alocacao: {
    pagamento_id: number
    conta_id: number
    principal_centavos: number
    encargos_centavos: number
  }
  contagem_conta: {
    id: GeneratedAlways<number>
    operador_id: number | null
    situacao: TabelasDasContas['conta']['situacao']
    vencimento: string
    vencimento_util: string
    contas: number
    valor_centavos: number
    pago_centavos: number
  }
}
