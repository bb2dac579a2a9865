import { callApi } from './callApi.ts'
import { encerrarSessao, ondeEstava } from './sessao.ts'

/** Who left the screen must not stay signed in on it because the server hangs. */
const ESPERA_MS = 5_000

/** Signs out for good: the token dies on the server too; a failure there is told to the console only. */
export async function sair() {
  const signal = AbortSignal.timeout(ESPERA_MS)
  await callApi('POST /api/logout', {}, { signal }).catch((erro: unknown) => console.error('Falha ao sair:', erro))
  encerrarSessao()
  ondeEstava() // forgets it: who signs out by choice starts on the dashboard next time
}
