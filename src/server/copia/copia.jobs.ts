import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { DIA_MS, diaDe } from '#domain/data.ts'
import type { Config } from '#server/config.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { comTravaGlobal } from '#server/jobs/trava.ts'
import type { Servicos } from '#server/servicos.ts'
import { anotarComeco, anotarFim } from './anotar.actions.ts'
import { tentativasDesde } from './registro.queries.ts'

const CADA_MS = 60_000
const TENTATIVAS = 3
const ENTRE_TENTATIVAS_MS = 30 * 60_000
const PROGRAMA = join(import.meta.dirname, '..', 'backup.ts')

type Precisa = Pick<Servicos, 'db' | 'relogio' | 'log'>
/** Makes the copy of this number to its end, and notes it; throws the sentence of why it could not. */
type Copiar = (id: number, sinal: AbortSignal) => Promise<void>

/** The nightly copy, on the nodes that have a folder for it: each night by one of them. */
export const trabalhosDeCopia = (servicos: Precisa, { copia }: Pick<Config, 'copia'>): Trabalho[] =>
  copia.pasta === null ? [] : [copiaNoturna(servicos, copia.hora, emOutroProcesso)]

/**
 * Once a night from `hora` (`HH:MM` in São Paulo) on, by the clock outside; a try that fails is followed by two more, half an hour
 * apart. A machine that was off at that hour makes it up when it comes back, also after midnight.
 */
export const copiaNoturna = ({ db, relogio, log }: Precisa, hora: string, copiar: Copiar): Trabalho => ({
  nome: 'cópia de segurança',
  cadaMs: CADA_MS,
  async executar(sinal) {
    const agora = relogio.deFora()
    await comTravaGlobal(db, 'copia', async () => {
      const { feitas, falhas, ultima } = await tentativasDesde(db, noiteDe(agora, hora), agora)
      const cedo = ultima !== null && agora.getTime() - Date.parse(ultima) < ENTRE_TENTATIVAS_MS
      if (feitas > 0 || falhas >= TENTATIVAS || cedo) return
      // Recorded before anything can fail, so that a failure is reported and not repeated every minute.
      const id = await anotarComeco(db, agora, true)
      await copiar(id, sinal).catch(async (erro: Error) => {
        log.error({ err: erro }, 'a cópia de segurança da noite falhou')
        await anotarFim(db, id, { erro: erro.message })
      })
    })
  },
})

/** When the last night's copy was due: today, or yesterday before the hour has come. There has been no summer time since 2019. */
function noiteDe(agora: Date, hora: string): Date {
  const deHoje = new Date(`${diaDe(agora)}T${hora}:00-03:00`)
  return deHoje > agora ? new Date(deHoje.getTime() - DIA_MS) : deHoje
}

/** The heavy work runs in a separate process, which records its own result. */
function emOutroProcesso(id: number, sinal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const argumentos = [PROGRAMA, `--noturna=${id}`]
  const filho = spawn(process.execPath, argumentos, { stdio: ['ignore', 'ignore', 'pipe'], signal: sinal })
  let dito = ''
  filho.stderr.on('data', (parte) => {
    dito = `${dito}${parte}`.slice(-2_000)
  })
  filho.once('error', (erro) => reject(sinal.aborted ? new Error(PAROU) : erro))
  filho.once('close', (codigo, morto) => (codigo === 0 ? resolve() : reject(porque(dito.trim(), codigo ?? morto))))
  return promise
}

const PAROU = 'O sistema parou durante a cópia.'

/** A known failure is one line, for people; anything else goes to the machine's log. */
const porque = (dito: string, fim: number | string | null) =>
  /^[^\n]+$/.test(dito)
    ? new Error(dito)
    : new Error(`A cópia parou por um erro que ninguém previu (${fim}). No servidor, npm run backup o mostra.`, {
        cause: new Error(dito),
      })
