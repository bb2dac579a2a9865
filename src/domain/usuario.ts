export const PAPEIS = ['admin', 'operador'] as const
export type Papel = (typeof PAPEIS)[number]

/** Roles in the database: an integration also acts as a user, one that cannot sign in. */
export const PAPEIS_GRAVADOS = [...PAPEIS, 'integracao'] as const
export type PapelGravado = (typeof PAPEIS_GRAVADOS)[number]

export const STATUS_USUARIO = ['Ativo', 'Bloqueado'] as const
export type StatusUsuario = (typeof STATUS_USUARIO)[number]
