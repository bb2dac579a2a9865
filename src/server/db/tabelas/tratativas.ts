import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { MotivoDaContestacao, OrigemDaContestacao, StatusContestacao } from '#domain/contestacao.ts'
import type { OrigemDaNegociacao, StatusNegociacao } from '#domain/negociacao.ts'
import type { OrigemDaPromessa, StatusPromessa } from '#domain/promessa.ts'
import type { InstanteOuNulo, Json, Timestamp } from './tipos.ts'

/** What was agreed, promised or disputed of accounts. */
export interface TabelasDasTratativas {
  negociacao: {
    id: GeneratedAlways<number>
    cliente_id: number
    status: StatusNegociacao
    valor_original_centavos: number
    encargos_centavos: number
    desconto_centavos: number
    valor_negociado_centavos: number
    observacao: string | null
    usuario_id: number | null
    motivo: string | null
    criada_em: Timestamp
    encerrada_em: InstanteOuNulo
    mudada_em: InstanteOuNulo
    origem: Generated<OrigemDaNegociacao>
    vence_em: ColumnType<string | null, string | null | undefined, string | null>
    parcelas_previstas: Json
    pedido: Json
    alem: Json
    politica_versao: ColumnType<number | null, number | null | undefined, number | null>
    decidida_por: ColumnType<number | null, number | null | undefined, number | null>
    decidida_em: InstanteOuNulo
  }
  negociacao_conta: {
    negociacao_id: number
    conta_id: number
    aberto_centavos: number
    vencimento: ColumnType<string | null, string | null | undefined, string | null>
  }
  politica_negociacao: {
    versao: GeneratedAlways<number>
    ativa: boolean
    faixas: Json
    segundo_acordo_entrada_centesimos: number
    usuario_id: number | null
    desde: Timestamp
  }
  aceite: {
    negociacao_id: number
    oferta_id: number
    total_centavos: number
    texto: string
    texto_hash: Buffer
    em: Timestamp
    endereco: string | null
    token_hash: Buffer | null
  }
  promessa: {
    id: GeneratedAlways<number>
    cliente_id: number
    valor_centavos: number
    pago_centavos: Generated<number>
    ate: string
    limite: string
    status: Generated<StatusPromessa>
    origem: OrigemDaPromessa
    observacao: string | null
    motivo: string | null
    usuario_id: number | null
    depois_de: number
    criada_em: Timestamp
    encerrada_em: InstanteOuNulo
    mudada_em: InstanteOuNulo
  }
  promessa_conta: {
    promessa_id: number
    conta_id: number
    pendente: Generated<boolean>
  }
  contestacao: {
    id: GeneratedAlways<number>
    cliente_id: number
    motivo: MotivoDaContestacao
    texto: string | null
    arquivo: Json
    status: Generated<StatusContestacao>
    prazo: string
    resposta: string | null
    origem: OrigemDaContestacao
    usuario_id: number | null
    criada_em: Timestamp
    encerrada_em: InstanteOuNulo
    mudada_em: InstanteOuNulo
  }
  contestacao_conta: {
    contestacao_id: number
    conta_id: number
    devido_centavos: number
    aberta: Generated<boolean>
  }
}
