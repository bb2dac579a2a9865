import type { Generated, GeneratedAlways } from 'kysely'
import type { CAMPOS_ALTERADOS, SITUACOES_DA_ALTERACAO } from '#domain/alteracao.ts'
import type { AcaoDoItem, EntidadeDoItem, SituacaoDaImportacao, TipoDeEnvio } from '#domain/importacao.ts'
import type { SituacaoDoArquivo } from '#domain/pasta-vigiada.ts'
import type { InstanteOuNulo, Json, Timestamp } from './tipos.ts'

/** Files taken in, and the watched folder. */
export interface TabelasDasImportacoes {
  importacao: {
    id: GeneratedAlways<number>
    tipo: TipoDeEnvio
    arquivo: string
    usuario_id: number
    situacao: SituacaoDaImportacao
    simulada: Generated<boolean>
    lidas: Generated<number>
    gravadas: Generated<number>
    resultado: Json
    mensagem: string | null
    criada_em: Timestamp
    terminada_em: InstanteOuNulo
    desfeita_em: InstanteOuNulo
    arquivo_da_pasta_id: number | null
  }
  importacao_item: {
    id: GeneratedAlways<number>
    importacao_id: number
    entidade: EntidadeDoItem
    entidade_id: string
    acao: AcaoDoItem
    antes: Json
    retrato: string | null
  }
  importacao_erro: {
    importacao_id: number
    ordem: number
    linha: number | null
    campo: string | null
    mensagem: string
    registro: Json
  }
  importacao_alteracao: {
    id: GeneratedAlways<number>
    importacao_id: number
    cliente_id: number
    conta_id: number | null
    chave_nfe: string | null
    campo: (typeof CAMPOS_ALTERADOS)[number]
    de: string | null
    para: string | null
    situacao: Generated<(typeof SITUACOES_DA_ALTERACAO)[number]>
    criada_em: Timestamp
    decidida_em: InstanteOuNulo
    decidida_por: number | null
  }
  /** A file taken from the watched folder (pasta). */
  arquivo_da_pasta: {
    id: GeneratedAlways<number>
    nome: string
    resumo: Buffer
    situacao: SituacaoDoArquivo
    motivo: string | null
    tentativas: Generated<number>
    tomado_em: Timestamp
    movido_em: InstanteOuNulo
  }
  /** How the watched folder was found; at most one row. */
  pasta_vigiada: {
    unica: Generated<boolean>
    onde: string
    erro: string | null
    desde: InstanteOuNulo
    olhada_em: Timestamp
  }
}
