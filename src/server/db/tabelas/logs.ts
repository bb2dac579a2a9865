import type { Generated, GeneratedAlways } from 'kysely'
import type { Nivel } from '#domain/nivel.ts'
import type { InstanteOuNulo, Json, Timestamp } from './tipos.ts'

/** What was done, sealed. */
export interface TabelasDosLogs {
  log: {
    id: GeneratedAlways<number>
    created_at: Timestamp
    nivel: Nivel
    acao: string
    descricao: string
    /** `Referencia[]`; null in lines of versions that did not say. */
    referencias: Json
    usuario_id: number | null
    ip: string | null
    entidade: string | null
    entidade_id: number | null
    dados: Json
  }
  log_motivo: {
    log_id: number
    motivo: string
  }
  contagem_log: {
    dia: string
    nivel: string
    acao: string
    usuario_id: number | null
    entidade: string | null
    linhas: number
  }
  selo: {
    numero: number
    selado_em: Timestamp
    linhas: number
    primeira: number
    ultima: number
    anterior: Buffer
    resumo: Buffer
    hash: Buffer
  }
  selo_linha: {
    log_id: number
    selo: number
    sal: string | null
    texto_resumo: Buffer | null
    impressao: Buffer
  }
  selagem: {
    id: Generated<number>
    assentado: Generated<number>
    visto: Generated<number>
    escritores: Generated<string[]>
    completa_em: Timestamp
  }
  conferencia_de_selos: {
    id: Generated<number>
    proximo: Generated<number>
    linha: Generated<number>
    concluida_em: InstanteOuNulo
    problema: Json
    achado: Generated<boolean>
    rompido_em: InstanteOuNulo
  }
}
