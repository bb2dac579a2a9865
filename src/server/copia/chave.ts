import { idDaChave } from '#server/chaves/derivadas.ts'
import type { Config } from '#server/config.ts'
import { chaveGuardada } from '#server/db/pasta-de-dados.ts'
import type { ChaveAnterior } from '#server/segredos/preparar.actions.ts'
import { type CopiaConferida, SEM_CHAVE } from './restaurar.actions.ts'

export interface ChavesDaRestauracao {
  /** SECRET_KEY of the copy's destination; null when it has none yet. */
  atual: Buffer | null
  /** What the copy brings. */
  daCopia: Buffer | null
  /** The key that encrypted the backup's secrets, when it is not `atual`. */
  anterior: ChaveAnterior
}

/** Which keys decrypt the copy's secrets; called before anything is written. Throws a sentence when none does. */
export async function chaveDaRestauracao(
  { manifesto, chaveSecreta: daCopia }: CopiaConferida,
  config: Pick<Config, 'chaveSecreta' | 'chaveAnterior'>,
  pastaDados: string,
): Promise<ChavesDaRestauracao> {
  const atual = config.chaveSecreta ?? (await chaveGuardada(pastaDados))
  const serve = (chave: ChaveAnterior) => Buffer.isBuffer(chave) && idDaChave(chave).toString('hex') === manifesto.chave
  if (serve(atual)) return { atual, daCopia, anterior: null }
  if (serve(daCopia)) return { atual, daCopia, anterior: daCopia }
  if (serve(config.chaveAnterior) || config.chaveAnterior === 'perdida')
    return { atual, daCopia, anterior: config.chaveAnterior }
  throw SEM_CHAVE
}
