import { passageira } from './erro.ts'
import { novaChave } from './novaChave.ts'
import { sessaoAtual } from './sessao.ts'

/**
 * Performs what adds something with an `Idempotency-Key` that outlives its dialog and a reload: it is kept in this tab until an
 * answer is known, so that the same thing typed again after a lost answer is done once. `deNovo`: there was such an attempt.
 */
export async function umaVezSo<T>(corpo: unknown, fazer: (chave: string, deNovo: boolean) => Promise<T>): Promise<T> {
  const onde = `chave:${sessaoAtual()?.user.id}:${JSON.stringify(corpo)}`
  const guardada = sessionStorage.getItem(onde)
  const chave = guardada ?? novaChave()
  sessionStorage.setItem(onde, chave)
  try {
    const feito = await fazer(chave, guardada !== null)
    sessionStorage.removeItem(onde)
    return feito
  } catch (erro) {
    if (!passageira(erro)) sessionStorage.removeItem(onde)
    throw erro
  }
}
