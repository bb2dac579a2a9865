import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { InstanteOuNulo, Timestamp } from './tipos.ts'

/** Copies of the whole company, and its keys. */
export interface TabelasDasCopias {
  copia: {
    id: GeneratedAlways<number>
    comecou_em: Timestamp
    terminou_em: InstanteOuNulo
    noturna: boolean
    bytes: ColumnType<number | null, number | null | undefined, number | null>
    erro: ColumnType<string | null, string | null | undefined, string | null>
    /** Null: there is none, or an older version made it. */
    arquivo: ColumnType<string | null, string | null | undefined, string | null>
  }
  ensaio_de_copia: {
    id: GeneratedAlways<number>
    ensaiada_em: Timestamp
    /** When the copy was made; null: it could not be read. */
    copia_de: InstanteOuNulo
    arquivo: string
    linhas: ColumnType<number | null, number | null | undefined, number | null>
    erro: ColumnType<string | null, string | null | undefined, string | null>
  }
  troca_de_chave: {
    id: Generated<number>
    nova_cifrada: Buffer
    antiga_cifrada: Buffer
    em_uso_em: Timestamp
  }
  chave_de_hash: {
    id: number
    cifrada: Buffer
  }
}
