import type { Generated, GeneratedAlways } from 'kysely'
import type { Uf } from '#domain/uf.ts'
import type { Timestamp } from './tipos.ts'

/** The legal rules about whom the company may contact, and when. */
export interface TabelasDoContatoLegal {
  lei_de_contato: {
    uf: Uf
    inicio: string | null
    fim: string | null
    sabado_inicio: string | null
    sabado_fim: string | null
    fonte: string
    conferido_em: string
    ativo: Generated<boolean>
  }
  feriado_local: {
    dia: string
    uf: Uf | null
    municipio: string | null
  }
  lista_de_bloqueio: {
    origem: string
    importada_em: Timestamp
  }
  bloqueio: {
    id: GeneratedAlways<number>
    canonico: string
    celular: Generated<boolean | null>
    origem: string
    registrado_em: string
    vale_de: GeneratedAlways<string>
  }
  autorizacao: {
    id: GeneratedAlways<number>
    cliente_id: number
    contato_id: number | null
    origem: string
    texto: string
    em: string
    usuario_id: number | null
    criada_em: Timestamp
  }
}
