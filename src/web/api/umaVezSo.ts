import { agora } from './agora.ts'
import { type ErroDaApi, passageira } from './erro.ts'
import { novaChave } from './novaChave.ts'
import { sessaoAtual } from './sessao.ts'

interface Tentativa {
  chave: string
  em: number
  /** No answer came to it, as far as is known. */
  perdida: boolean
}

/** Less than the day after which the server forgets a key. */
const VALE_MS = 20 * 3_600_000

interface Ato<T> {
  fazer: (chave: string) => Promise<T>
  /** What was done by an earlier attempt, as it stands now; null when it was undone since. */
  conferir: (feito: T) => Promise<T | null>
}

/**
 * Performs what adds something with an `Idempotency-Key` that outlives its dialog and a reload: it is kept in this tab until an
 * answer is known, so that the same thing typed again after a lost answer is done once. `deNovo`: an attempt without an answer did it.
 */
export async function umaVezSo<T>(corpo: unknown, { fazer, conferir }: Ato<T>): Promise<{ feito: T; deNovo: boolean }> {
  const onde = `chave:${sessaoAtual()?.user.id}:${JSON.stringify(corpo)}`
  const antes = ler(onde)
  if (antes) {
    const feito = await tentar(onde, antes, async (chave) => conferir(await fazer(chave)))
    if (feito !== null) return { feito, deNovo: antes.perdida }
  }
  const nova = { chave: novaChave(), em: agora().getTime(), perdida: false }
  return { feito: await tentar(onde, nova, fazer), deNovo: false }
}

function ler(onde: string): Tentativa | null {
  const guardada = JSON.parse(sessionStorage.getItem(onde) ?? 'null') as Tentativa | null
  return guardada && agora().getTime() - guardada.em < VALE_MS ? guardada : null
}

async function tentar<T>(onde: string, tentativa: Tentativa, fazer: (chave: string) => Promise<T>): Promise<T> {
  const guardar = (perdida: boolean) => sessionStorage.setItem(onde, JSON.stringify({ ...tentativa, perdida }))
  guardar(true) // until an answer comes, which a reload would not hear
  try {
    const feito = await fazer(tentativa.chave)
    sessionStorage.removeItem(onde)
    return feito
  } catch (erro) {
    if (!passageira(erro)) sessionStorage.removeItem(onde)
    // Where the session ended with the answer, what was kept is gone.
    else if (respondida(erro) && sessionStorage.getItem(onde) !== null) guardar(tentativa.perdida)
    throw erro
  }
}

/** A proxy that lost the server, or waited enough for it, does not know what was done. */
const respondida = ({ status }: ErroDaApi) => status !== 0 && status !== 502 && status !== 504
