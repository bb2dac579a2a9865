export const PAPEIS = ['admin', 'operador'] as const
export type Papel = (typeof PAPEIS)[number]

export const STATUS_USUARIO = ['Ativo', 'Bloqueado'] as const
export type StatusUsuario = (typeof STATUS_USUARIO)[number]
