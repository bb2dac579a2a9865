import type { Generated, GeneratedAlways } from 'kysely'
import type { TabelasDoAcesso } from './acesso.ts'
import type { InstanteOuNulo, Timestamp } from './tipos.ts'

/** The customer's own page. */
export interface TabelasDaPagina {
  link: {
    id: GeneratedAlways<number>
    /** SHA-256 of the token. */
    hash: Buffer
    cliente_id: number
    contato_id: number
    mensagem_id: number | null
    criado_em: Timestamp
    vale_ate: Timestamp
    encerrado_em: InstanteOuNulo
  }
  porta_da_pagina: {
    cliente_id: number
    contato_id: number
    erradas: Generated<string[]>
    fechada_ate: InstanteOuNulo
    sem_link_ate: InstanteOuNulo
    dia: string | null
    atos: Generated<number>
  }
  idempotencia_da_pagina: Omit<TabelasDoAcesso['idempotencia'], 'usuario_id'> & {
    link_id: number
  }
}
