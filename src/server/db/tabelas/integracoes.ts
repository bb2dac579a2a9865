import type { Generated, GeneratedAlways } from 'kysely'
import type { OrigemDeEvento, RecusaDeWebhook } from '#domain/entrada.ts'
import type { Escopo, EventoDeIntegracao, StatusDaEntrega } from '#domain/integracao.ts'
import type { InstanteOuNulo, Json, Timestamp } from './tipos.ts'

/** Integrations: calls by other programs, and events sent to them. */
export interface TabelasDasIntegracoes {
  evento_recebido: {
    id: GeneratedAlways<number>
    origem: Generated<OrigemDeEvento>
    chave: string
    tipo: string
    ordem: string | null
    contato_id: number | null
    payload: Json
    meta_em: InstanteOuNulo
    recebido_em: Timestamp
    processado_em: InstanteOuNulo
    tentativas: Generated<number>
    proxima_em: InstanteOuNulo
    erro: string | null
    posto_de_lado_em: InstanteOuNulo
    sem_efeito: Generated<boolean>
  }
  webhook_recusado: {
    /** The hour in which they came. */
    hora: Timestamp
    motivo: RecusaDeWebhook
    total: number
  }
  webhook: {
    id: GeneratedAlways<number>
    url: string
    eventos: EventoDeIntegracao[]
    /** Null: lost with the key that encrypted it. */
    segredo_cifrado: Buffer | null
    /** Events up to this one are not sent. */
    desde: number
    criado_por: number
    created_at: Timestamp
    removido_em: InstanteOuNulo
  }
  entrega: {
    id: GeneratedAlways<number>
    webhook_id: number
    evento_id: number
    tipo: EventoDeIntegracao
    cliente_id: number
    dados: Record<string, unknown>
    ocorrido_em: Timestamp
    status: Generated<StatusDaEntrega>
    tentativas: Generated<number>
    proxima_em: Timestamp
    desde: Timestamp
    http: number | null
    erro: string | null
    tentada_em: InstanteOuNulo
    entregue_em: InstanteOuNulo
  }
  evento_de_integracao: {
    id: GeneratedAlways<number>
    ordem: number | null
    tipo: EventoDeIntegracao
    cliente_id: number
    dados: Record<string, unknown>
    created_at: Timestamp
  }
  token_de_acesso: {
    id: GeneratedAlways<number>
    usuario_id: number
    token_hash: Buffer
    escopos: Escopo[]
    criado_por: number
    created_at: Timestamp
    expira_em: InstanteOuNulo
    usado_em: InstanteOuNulo
    revogado_em: InstanteOuNulo
    pedidos: Generated<number>
    minuto_desde: Timestamp
  }
}
