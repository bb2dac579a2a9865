import type { Falha } from '#server/cloud-api/graph.ts'

/** A sentence when Meta could not be asked; null when all went well. */
export type Impedimento = string | null

/** A template just made may take a while to be listed. */
export const LISTAGEM_ATRASADA_MS = 10 * 60_000
/** Meta's subcode for a duplicate name: an earlier call succeeded, but its answer was lost. */
export const DUPLICADO = 2388024

export const explicar = (falha: Falha): string =>
  falha.tipo === 'recusada'
    ? `${falha.erro.frase} ${falha.erro.providencia}`
    : `Não foi possível falar com a Meta. ${falha.detalhe} Os modelos serão enviados pouco depois que a conexão voltar.`
