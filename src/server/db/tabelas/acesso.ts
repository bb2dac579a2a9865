import type { Generated, GeneratedAlways } from 'kysely'
import type { SituacaoDoPedido } from '#domain/recuperacao.ts'
import type { PapelGravado, StatusUsuario } from '#domain/usuario.ts'
import type { InstanteOuNulo, Json, Timestamp } from './tipos.ts'

/** Who signs in, and what guards it. */
export interface TabelasDoAcesso {
  acesso: {
    id: Generated<number>
    exigir_segundo_fator: Generated<boolean>
    exigir_troca_de_senha: Generated<boolean>
    sessao_ociosa_horas: Generated<number>
  }
  usuario: {
    id: GeneratedAlways<number>
    name: string
    email: string
    senha_hash: string
    /** Another person typed the password. */
    senha_de_outro: Generated<boolean>
    /** Encrypted with SECRET_KEY (chaves/cifra.ts). */
    segundo_fator_cifrado: Buffer | null
    /** Since when it is in force; null: it is not. */
    segundo_fator_em: InstanteOuNulo
    /** The last 30-second step whose code was accepted. */
    segundo_fator_passo: number | null
    role: PapelGravado
    status: Generated<StatusUsuario>
    ultima_entrada_em: InstanteOuNulo
    created_at: Timestamp
    updated_at: Timestamp
  }
  sessao: {
    id: GeneratedAlways<number>
    token_hash: Buffer
    usuario_id: number
    criada_em: Timestamp
    usada_em: Timestamp
    ip: string | null
    navegador: string | null
    /** When the password was last typed; null: when it was opened. */
    confirmada_em: InstanteOuNulo
  }
  codigo_de_recuperacao: {
    usuario_id: number
    marca: string
    hash: string
    usado_em: InstanteOuNulo
  }
  /** A request for a recovery link, whether or not the e-mail is a user's (recuperacao). */
  pedido_de_senha: {
    id: GeneratedAlways<number>
    email: string
    ip: string | null
    pedido_em: Timestamp
    situacao: SituacaoDoPedido
    tentativas: Generated<number>
    proxima_em: Timestamp
    erro: string | null
  }
  /** The link by which a person may set a password. */
  link_de_senha: {
    usuario_id: number
    token_hash: Buffer
    email: string
    expira_em: Timestamp
  }
  tentativa_login: {
    id: GeneratedAlways<number>
    chave: string
    em: Timestamp
  }
  idempotencia: {
    usuario_id: number
    chave: string
    rota: string
    corpo_hash: Buffer
    resposta: Json
    criada_em: Timestamp
  }
}
