import { HORA_MS } from '#domain/data.ts'
import type { Config } from '#server/config.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { comTravaGlobal } from '#server/jobs/trava.ts'
import { faltaOuvirOBanco } from '#server/recebimento/varredura.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { esquecerRelatorios } from './execucao.actions.ts'
import { rodarODia } from './rodada-do-dia.actions.ts'
import { virarODia } from './virada.actions.ts'

const DIA_CADA_MS = 5_000
/** For so long at most after a start: who paid while the program was off is not billed, and their agreement does not break. */
const ESPERA_DO_BANCO_MS = 120_000
const FAXINA_CADA_MS = HORA_MS

/** What comes with the clock: pauses and agreements that end, runs of the day, reports that are forgotten. */
export function trabalhosDeCobranca(servicos: Servicos, { motorLigado }: Pick<Config, 'motorLigado'>): Trabalho[] {
  const { db, relogio } = servicos
  const esperaAte = performance.now() + ESPERA_DO_BANCO_MS
  let olhada: Date | null = null
  return [
    {
      nome: 'cobranca.dia',
      cadaMs: DIA_CADA_MS,
      async executar() {
        if (performance.now() < esperaAte && (await faltaOuvirOBanco(db, relogio.agora()))) return undefined
        await comTravaGlobal(db, 'cobranca.dia', async () => {
          await virarODia(db, relogio.agora())
          if (motorLigado) olhada = (await rodarODia(servicos, olhada)) ?? olhada
        })
      },
    },
    {
      nome: 'cobranca.faxina',
      cadaMs: FAXINA_CADA_MS,
      executar: () => esquecerRelatorios(db, relogio.agora()),
    },
  ]
}
