import type { Generated, GeneratedAlways } from 'kysely'
import type { MotivoDecisao } from '#domain/decisao.ts'
import type { TipoPasso } from '#domain/regua.ts'
import type { InstanteOuNulo, Json, Timestamp } from './tipos.ts'

/** The cadence, its days and hours, and each run of it. */
export interface TabelasDaCobranca {
  configuracao: {
    id: Generated<number>
    empresa: Generated<string>
    pix: string | null
    dias_uteis: Generated<boolean>
    inicio: Generated<string>
    fim: Generated<string>
    sabado_inicio: Generated<string>
    sabado_fim: Generated<string>
    max_tentativas: Generated<number>
    intervalo_minimo_dias: Generated<number>
    multa_centesimos: Generated<number>
    juros_mes_centesimos: Generated<number>
    whatsapp_api_url: string | null
    whatsapp_phone_number_id: string | null
    whatsapp_business_account_id: string | null
    whatsapp_token_cifrado: Buffer | null
    whatsapp_app_secret_cifrado: Buffer | null
    whatsapp_verify_token_cifrado: Buffer | null
    whatsapp_situacao: Json
    whatsapp_verificado_em: InstanteOuNulo
    webhook_recebido_em: InstanteOuNulo
    /** When Meta last told what became of a message. */
    status_recebido_em: InstanteOuNulo
    /** Since when Meta sends no statuses although messages are sent; null: it does. */
    sem_status_desde: InstanteOuNulo
    conta_parada_codigo: string | null
    conta_parada_mensagem: string | null
    conta_parada_em: InstanteOuNulo
    conta_retomada_em: InstanteOuNulo
    chave_embutida: Json
    aquecimento_desde: string | null
    /** The WhatsApp account last in force, wherever it was set. */
    whatsapp_em_vigor: Json
    numeros_anteriores: Generated<string[]>
    identidade: string | null
    /** The company was taken to another database: no node starts on this one. */
    mudada_em: InstanteOuNulo
  }
  guarda: {
    id: Generated<number>
    mensagens_meses: number | null
    arquivos_meses: number | null
    clientes_meses: number | null
    eventos_dias: number | null
    feita_em: string | null
    mensagem_id: Generated<number>
    cliente_id: Generated<number>
  }
  passo_regua: {
    id: GeneratedAlways<number>
    dias: number
    tipo: TipoPasso
    ativo: Generated<boolean>
  }
  feriado: {
    dia: string
    nome: string | null
  }
  execucao: {
    id: GeneratedAlways<number>
    dia: string
    simulada: boolean
    forcada: boolean
    automatica: boolean
    usuario_id: number | null
    criada_em: Timestamp
    avaliados: number
    enfileiradas: number
    ignorados: Json
  }
  execucao_item: {
    execucao_id: number
    cliente_id: number
    enviada: boolean
    motivo: MotivoDecisao
    passo: number | null
    detalhe: string | null
  }
  cobranca_passo: {
    conta_id: number
    dias: number
    vencimento: string
    mensagem_id: number
    cliente_id: number
  }
}
