export const PAPEIS = ['admin', 'operador'] as const
export type Papel = (typeof PAPEIS)[number]

/** What stands in the database: a program of the company acts as a user too, whom no password lets in. */
export const PAPEIS_GRAVADOS = [...PAPEIS, 'integracao'] as const
export type PapelGravado = (typeof PAPEIS_GRAVADOS)[number]

export const STATUS_USUARIO = ['Ativo', 'Bloqueado'] as const
export type StatusUsuario = (typeof STATUS_USUARIO)[number]
