import { callApi } from './callApi.ts'
import { encerrarSessao, ondeEstava } from './sessao.ts'

/** Signs out for good: the token dies on the server too; a failure there is told to the console only. */
export async function sair() {
  await callApi('POST /api/logout', {}).catch((erro: unknown) => console.error('Falha ao sair:', erro))
  encerrarSessao()
  ondeEstava() // forgets it: who signs out by choice starts on the dashboard next time
}
