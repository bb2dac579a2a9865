import { criarEstado } from '#web/api/estado.ts'

/** Whose agreement was closed a moment ago: the panel that comes back shows it, and the focus goes there. */
export const acordoFechado = criarEstado<number | null>(null)
