import { idDaChave } from '#server/chaves/derivadas.ts'
import type { Config } from '#server/config.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { FalhaAoIniciar } from '#server/db/falha-ao-iniciar.ts'
import { chaveGuardada } from '#server/db/pasta-de-dados.ts'
import { type ChaveAnterior, conferirSegredos } from '#server/segredos/preparar.actions.ts'
import { aprenderTroca } from '#server/segredos/troca.actions.ts'
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

/**
 * Refuses keys that do not decrypt the database's secrets, before the company moves to where it could not start with them (`tudo`), or
 * a copy names a key that opens nothing in it (`algo`): one spoilt secret is no reason to have no copy.
 */
export async function exigirChave(url: string, chaves: readonly Buffer[], abre: 'tudo' | 'algo'): Promise<void> {
  const banco = abrirBanco(url, { conexoes: 2 })
  try {
    for (const chave of chaves) await aprenderTroca(banco.db, chave)
    const { guardados, ilegiveis } = await conferirSegredos(banco.db, ...chaves)
    if (ilegiveis > 0 && (abre === 'tudo' || ilegiveis === guardados))
      throw new FalhaAoIniciar(
        'SECRET_KEY não abre os segredos deste banco de dados: defina nela a chave que o sistema usa agora. Nada foi alterado.',
      )
  } finally {
    await banco.fechar()
  }
}
