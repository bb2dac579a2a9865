import type { Db } from '#server/db/schema.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { recifrarAntigas, refazerHashes } from './preparar.actions.ts'
import { aprenderTroca } from './troca.actions.ts'

const CADA_MS = 15 * 60_000
/** A change of SECRET_KEY waits for three of these before the new one is used. */
const TROCA_MS = 10_000

/**
 * Brings what earlier versions kept under SECRET_KEY itself under keys of their own. Not right at the start: a node of the
 * previous version, which reads nothing else, may still be at work.
 */
export function trabalhosDeChaves({ db, chaveSecreta }: { db: Db; chaveSecreta: Buffer }): Trabalho[] {
  let iniciou = false
  let depois: number | null = 0
  return [
    {
      nome: 'troca de chave',
      cadaMs: TROCA_MS,
      executar: () => aprenderTroca(db, chaveSecreta),
    },
    {
      nome: 'chaves',
      cadaMs: CADA_MS,
      async executar() {
        if (!iniciou) {
          iniciou = true
          return false
        }
        await recifrarAntigas(db, chaveSecreta)
        if (depois === null) return false
        depois = await refazerHashes(db, chaveSecreta, depois)
        return depois !== null
      },
    },
  ]
}
