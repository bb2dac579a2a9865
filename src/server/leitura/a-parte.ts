import { Worker } from 'node:worker_threads'
import { ArquivoGrande } from '#server/http/envio.ts'
import { criarVagas } from '#server/jobs/vagas.ts'
import { ArquivoIlegivel } from './erros.ts'
import type { DaLeitura, ParaALeitura } from './trabalhador.ts'

/** At once in this process; the others wait their turn. */
const vagas = criarVagas(3)
/** A thread's time limit for one file, without the time spent in the database. */
const PRAZO_MS = 120_000
const MEMORIA_MIB = 192
/** A thread that ended a file well waits so long for the next one: to start another takes a tenth of a second. */
const OCIOSA_MS = 60_000

const DEMOROU = 'O arquivo demorou demais para ser lido. Divida-o e envie em partes.'
const PESOU = 'O arquivo precisa de memória demais para ser lido. Divida-o e envie em partes.'

export interface LimitesDaLeitura {
  prazoMs?: number
  memoriaMib?: number
}

/**
 * Reads uploaded files in threads of their own, run by `trabalhador` (a module that calls `atenderLeituras`), a batch at a time:
 * whatever is in a file, this process goes on answering. One that takes too long, or too much memory, is refused (413) and its
 * thread ended.
 */
export function criarLeituraAParte(trabalhador: URL) {
  const ociosas = new Map<Worker, NodeJS.Timeout>()

  return async function* ler<Lote>(
    tarefa: unknown,
    { prazoMs = PRAZO_MS, memoriaMib = MEMORIA_MIB }: LimitesDaLeitura = {},
  ): AsyncGenerator<Lote> {
    await vagas.entrar()
    const leitora = memoriaMib === MEMORIA_MIB ? tomar(trabalhador, ociosas) : abrir(trabalhador, memoriaMib)
    let terminou = false
    try {
      let resta = prazoMs
      for (let pedido: ParaALeitura = { tarefa }; ; pedido = {}) {
        const inicio = performance.now()
        const dito = await perguntar(leitora, pedido, resta)
        resta -= performance.now() - inicio
        terminou = !('lote' in dito)
        if ('recusa' in dito) throw dito.grande ? new ArquivoGrande(dito.recusa) : new ArquivoIlegivel(dito.recusa)
        if ('fim' in dito) return
        yield dito.lote as Lote
      }
    } finally {
      if (terminou && memoriaMib === MEMORIA_MIB) guardar(leitora, ociosas)
      else await leitora.terminate()
      vagas.sair()
    }
  }
}

type Ociosas = Map<Worker, NodeJS.Timeout>

function perguntar(leitora: Worker, pedido: ParaALeitura, prazoMs: number): Promise<DaLeitura> {
  const { promise, resolve, reject } = Promise.withResolvers<DaLeitura>()
  const falhar = (erro: NodeJS.ErrnoException) =>
    reject(erro.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ArquivoGrande(PESOU) : erro)
  const sumir = () => reject(new Error('the reading thread ended'))
  const prazo = setTimeout(() => reject(new ArquivoGrande(DEMOROU)), Math.max(0, prazoMs))
  leitora.once('message', resolve).once('error', falhar).once('exit', sumir)
  const morta = mortas.get(leitora)
  if (morta) falhar(morta)
  leitora.postMessage(pedido)
  return promise.finally(() => {
    clearTimeout(prazo)
    leitora.off('message', resolve).off('error', falhar).off('exit', sumir)
  })
}

/** What threads died of: they prepare the next batch while one is written, and nobody waits for them. */
const mortas = new WeakMap<Worker, Error>()

function abrir(trabalhador: URL, memoriaMib: number): Worker {
  const leitora = new Worker(trabalhador, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoriaMib, maxYoungGenerationSizeMb: 48 },
  })
  return leitora.on('error', (erro) => mortas.set(leitora, erro))
}

function tomar(trabalhador: URL, ociosas: Ociosas): Worker {
  const [ociosa] = ociosas.keys()
  if (!ociosa)
    return abrir(trabalhador, MEMORIA_MIB).on('exit', function (this: Worker) {
      ociosas.delete(this)
    })
  clearTimeout(ociosas.get(ociosa))
  ociosas.delete(ociosa)
  ociosa.ref()
  return ociosa
}

/** It keeps no process alive, and does not outlive its use by much. */
function guardar(leitora: Worker, ociosas: Ociosas) {
  leitora.unref()
  const fim = setTimeout(() => {
    ociosas.delete(leitora)
    void leitora.terminate()
  }, OCIOSA_MS)
  ociosas.set(leitora, fim.unref())
}
