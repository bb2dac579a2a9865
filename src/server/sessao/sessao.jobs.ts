import type { Servicos } from '#server/servicos.ts'
import { esquecerSessoes } from './sessao.queries.ts'
import { esquecerTentativas } from './tentativas.ts'

/** Housekeeping: ended sessions and failures that no longer count. */
export async function esquecerAcessosAntigos({ db, relogio }: Pick<Servicos, 'db' | 'relogio'>): Promise<void> {
  await esquecerSessoes(db, relogio.agora())
  await esquecerTentativas(db, relogio.agora())
}
