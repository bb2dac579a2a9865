import type { FastifyBaseLogger } from 'fastify'
import type { Escuta } from './escuta.ts'

/** Something done again and again: at its own pace, and at once when its channel is notified. */
export interface Trabalho {
  nome: string
  cadaMs: number
  /** A PostgreSQL channel that wakes it up. */
  canal?: string
  /** Gives true when there is more to do at once. */
  executar(sinal: AbortSignal): Promise<boolean | undefined> | Promise<void>
}

/** With the database away every loop fails at its own pace, for as long as that takes: the same failure is told once in this time. */
const MESMA_FALHA_MS = 60_000

/** Starts the loops: none overlaps itself, an error is logged and does not end it, stopping waits for what is in flight. */
export function iniciarTrabalhos(trabalhos: Trabalho[], escuta: Escuta, log: FastifyBaseLogger) {
  const fim = new AbortController()
  const loops = trabalhos.map((trabalho) =>
    repetir(trabalho, escuta, log.child({ trabalho: trabalho.nome }), fim.signal),
  )
  return async function parar() {
    fim.abort()
    await Promise.all(loops)
  }
}

async function repetir(trabalho: Trabalho, escuta: Escuta, log: FastifyBaseLogger, sinal: AbortSignal) {
  const campainha = criarCampainha(sinal)
  const calar = trabalho.canal ? escuta.ouvir(trabalho.canal, campainha.tocar) : () => undefined
  const queixa = criarQueixa(log)
  while (!sinal.aborted) {
    let temMais = false
    try {
      temMais = (await trabalho.executar(sinal)) === true
      queixa.passou()
    } catch (erro) {
      if (!sinal.aborted) queixa.falhou(erro)
    }
    if (!temMais) await campainha.esperar(trabalho.cadaMs)
  }
  calar()
}

/** Logs how often a continuing failure was not logged, before the next line. */
function criarQueixa(log: FastifyBaseLogger) {
  let ditaEm = Number.NEGATIVE_INFINITY
  let [dita, caladas] = ['', 0]
  return {
    passou() {
      if (caladas > 0) log.info({ caladas }, 'o trabalho voltou a dar certo')
      ;[ditaEm, caladas] = [Number.NEGATIVE_INFINITY, 0]
    },
    falhou(erro: unknown) {
      if (String(erro) === dita && performance.now() - ditaEm < MESMA_FALHA_MS) {
        caladas += 1
        return
      }
      if (caladas > 0) log.error({ erro: dita, caladas }, 'o trabalho tinha falhado assim outras vezes')
      log.error({ err: erro }, 'o trabalho falhou e será tentado de novo')
      ;[dita, ditaEm, caladas] = [String(erro), performance.now(), 0]
    },
  }
}

/** Waits so long, or until somebody rings; a ring during the work is not lost. */
function criarCampainha(sinal: AbortSignal) {
  let tocada = false
  let acordar: (() => void) | undefined
  const tocar = () => {
    tocada = true
    acordar?.()
  }
  sinal.addEventListener('abort', tocar)
  return {
    tocar,
    esperar: (ms: number) =>
      new Promise<void>((pronto) => {
        if (tocada) {
          tocada = false
          return pronto()
        }
        const prazo = setTimeout(() => acordar?.(), ms)
        acordar = () => {
          clearTimeout(prazo)
          acordar = undefined
          tocada = false
          pronto()
        }
      }),
  }
}
