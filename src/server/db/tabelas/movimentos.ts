import type { Generated, GeneratedAlways } from 'kysely'
import type { OrigemDoMovimento, SituacaoDoMovimento, TipoDeMovimento } from '#domain/movimento.ts'
import type { Certeza, Sugestao } from '#domain/sugestoes.ts'
import type { InstanteOuNulo, Json, Timestamp } from './tipos.ts'

/** What a bank or a provider says happened, and whose it may be. */
export interface TabelasDosMovimentos {
  movimento: {
    id: GeneratedAlways<number>
    origem: OrigemDoMovimento
    tipo: TipoDeMovimento
    banco: string | null
    conta_bancaria: string | null
    dia: string
    dia_credito: string | null
    valor_centavos: number
    saiu: boolean
    tarifa_centavos: Generated<number>
    descricao: string
    pagador_nome: string | null
    pagador_documento: string | null
    /** Of a payer who was made anonymous (`sinaisDe`). */
    pagador_sinal_nome: Generated<number | null>
    pagador_sinal_documento: Generated<number | null>
    txid: string | null
    end_to_end_id: string | null
    nosso_numero: string | null
    ocorrencia: string | null
    lote: Generated<boolean>
    seu_numero: string | null
    titulo_vencimento: string | null
    titulo_centavos: number | null
    creditado_centavos: number | null
    reducao_centavos: Generated<number>
    nao_fecha: Generated<boolean>
    /** A return says that its boleto was paid by Pix. */
    pelo_pix: Generated<boolean>
    componentes: Json
    duas_fontes: Generated<boolean>
    importacao_id: number | null
    created_at: Timestamp
    situacao: SituacaoDoMovimento
    motivo: string | null
    cliente_id: number | null
    aplicado_centavos: Generated<number>
    credito_centavos: Generated<number>
    devolvido_centavos: Generated<number>
    sem_prova_centavos: Generated<number>
    ignorado_centavos: Generated<number>
    sem_dono_centavos: GeneratedAlways<number>
    automatico: Generated<boolean>
    desfeito: Generated<boolean>
    a_julgar: boolean
    julgado_dia: string | null
    a_caminho_desde: InstanteOuNulo
    /** Of a refund: the credit that it took, and how much of each part of it (`CreditoNoDia`). */
    credito_id: number | null
    tomado: Json
  }
  movimento_chave: {
    chave: Buffer
    vez: number
    movimento_id: number
  }
  /** Remembers what a person undid of a file whose import was undone afterwards. */
  movimento_desfeito: {
    chave: Buffer
    vez: number
  }
  /** Imports that repeated a known movement; its first import is in the movement itself. */
  movimento_visto: {
    importacao_id: number
    movimento_id: number
  }
  sugestao: {
    movimento_id: number
    ordem: number
    acao: Sugestao['acao']
    cliente_id: number | null
    pagamento_id: number | null
    certeza: Certeza
    porque: string
  }
  sugestao_conta: {
    movimento_id: number
    ordem: number
    conta_id: number
    valor_centavos: number
  }
  conta_do_banco: {
    banco: string
    conta: string
  }
  conta_a_caminho: {
    conta_id: number
    desde: InstanteOuNulo
    reaberta_em: InstanteOuNulo
  }
}
