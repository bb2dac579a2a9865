import { criarEstado } from '#web/api/estado.ts'

/** The customer whose agreement was closed a moment ago: the panel that returns shows it and focuses it. */
export const acordoFechado = criarEstado<number | null>(null)
