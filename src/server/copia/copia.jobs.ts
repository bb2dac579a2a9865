import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { diaDe, localDe } from '#domain/data.ts'
import type { Config } from '#server/config.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { comTravaGlobal } from '#server/jobs/trava.ts'
import type { Servicos } from '#server/servicos.ts'
import { tentativasDesde } from './registro.queries.ts'

const CADA_MS = 60_000
const TENTATIVAS = 3
const ENTRE_TENTATIVAS_MS = 30 * 60_000
const PROGRAMA = join(import.meta.dirname, '..', 'backup.ts')

type Precisa = Pick<Servicos, 'db' | 'relogio' | 'log'>
/** Makes the copy to its end; throws when it could not. */
type Copiar = (sinal: AbortSignal) => Promise<void>

/** The nightly copy, on the nodes that have a folder for it: each night by one of them. */
export const trabalhosDeCopia = (servicos: Precisa, { copia }: Pick<Config, 'copia'>): Trabalho[] =>
  copia.pasta === null ? [] : [copiaNoturna(servicos, copia.hora, emOutroProcesso)]

/**
 * Once a night from `hora` (`HH:MM` in São Paulo) on, by the clock outside; a try that fails is followed by two more, half an hour
 * apart. A machine that was off at that hour makes it up when it comes back.
 */
export const copiaNoturna = ({ db, relogio, log }: Precisa, hora: string, copiar: Copiar): Trabalho => ({
  nome: 'cópia de segurança',
  cadaMs: CADA_MS,
  async executar(sinal) {
    const agora = relogio.deFora()
    if (localDe(agora).hora < hora) return undefined
    await comTravaGlobal(db, 'copia', async () => {
      // The day begins at midnight there, which has no summer time any more.
      const { feitas, falhas, ultima } = await tentativasDesde(db, new Date(`${diaDe(agora)}T${hora}:00-03:00`))
      const cedo = ultima !== null && agora.getTime() - Date.parse(ultima) < ENTRE_TENTATIVAS_MS
      if (feitas > 0 || falhas >= TENTATIVAS || cedo) return
      await copiar(sinal).catch((erro) => log.error({ err: erro }, 'a cópia de segurança da noite falhou'))
    })
    return undefined
  },
})

/** What is heavy is done apart from who serves people; the program notes by itself how it went. */
function emOutroProcesso(sinal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const filho = spawn(process.execPath, [PROGRAMA, '--noturna'], { stdio: ['ignore', 'ignore', 'pipe'], signal: sinal })
  let dito = ''
  filho.stderr.on('data', (parte) => {
    dito = `${dito}${parte}`.slice(-2_000)
  })
  filho.once('error', reject)
  filho.once('close', (codigo) => (codigo === 0 ? resolve() : reject(new Error(dito.trim() || `backup: ${codigo}`))))
  return promise
}
