import type { Config } from '#server/config.ts'
import { despachante } from '#server/despacho/despachante.jobs.ts'
import { vigiaDaFila } from '#server/despacho/fila-parada.actions.ts'
import { conferirPosicao } from '#server/despacho/posicao.actions.ts'
import { encerrarDesconhecidas } from '#server/despacho/resultados.actions.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { comTravaGlobal } from '#server/jobs/trava.ts'
import type { Servicos } from '#server/servicos.ts'
import { esquecerRelatorios } from './execucao.actions.ts'
import { rodarODia } from './rodada-do-dia.actions.ts'
import { virarODia } from './virada.actions.ts'

const DIA_CADA_MS = 5_000
const POSICAO_CADA_MS = 5_000
const VIGIA_CADA_MS = 15_000
const FAXINA_CADA_MS = 3_600_000

/** The dispatcher, and what comes with the clock: pauses that end, runs of the day, outcomes nobody will know. */
export function trabalhosDeCobranca(servicos: Servicos, { motorLigado }: Pick<Config, 'motorLigado'>): Trabalho[] {
  const { db, relogio, log } = servicos
  const vigiar = vigiaDaFila(db, log)
  let olhada: Date | null = null
  return [
    despachante(servicos),
    {
      nome: 'cobranca.dia',
      cadaMs: DIA_CADA_MS,
      executar: () =>
        comTravaGlobal(db, 'cobranca.dia', async () => {
          await virarODia(db, relogio.agora())
          await encerrarDesconhecidas(db, relogio.agora())
          if (motorLigado) olhada = (await rodarODia(servicos, olhada)) ?? olhada
          return undefined
        }),
    },
    {
      nome: 'cobranca.vigia',
      cadaMs: VIGIA_CADA_MS,
      async executar() {
        if (await servicos.whatsapp.api()) await vigiar(relogio.agora())
        return undefined
      },
    },
    {
      nome: 'cobranca.posicao',
      cadaMs: POSICAO_CADA_MS,
      async executar() {
        await conferirPosicao(servicos)
        return undefined
      },
    },
    {
      nome: 'cobranca.faxina',
      cadaMs: FAXINA_CADA_MS,
      async executar() {
        await esquecerRelatorios(db, relogio.agora())
        return undefined
      },
    },
  ]
}
