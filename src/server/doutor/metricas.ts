import { Gauge, type Registry } from 'prom-client'
import { EXAMES, SITUACOES_DO_EXAME } from '#domain/saude.ts'
import { lerSituacaoDasCopias } from '#server/copia/registro.queries.ts'
import type { Db } from '#server/db/schema.ts'
import { noPrazo } from '#server/http/falhas-do-ambiente.ts'
import type { Examinar } from './exame-do-no.ts'

/** Prometheus asks every few seconds, and the mail server need not hear of each time. */
const IDADE_MS = 5 * 60_000
const PRAZO_MS = 2_000

/** The doctor's findings and the copies, as metrics; what does not answer in time is left out. */
export function medirSaude(registro: Registry, db: Db, examinar: Examinar): void {
  const registers = [registro]
  new Gauge({
    name: 'cobranca_exame_achados',
    help: 'Findings of each exam, as npm run doctor has them: mal wants somebody',
    labelNames: ['exame', 'situacao'],
    registers,
    async collect() {
      const exame = await noPrazo(PRAZO_MS, 'o exame', examinar(IDADE_MS)).catch(() => null)
      this.reset()
      if (!exame) return
      for (const nome of EXAMES)
        for (const situacao of SITUACOES_DO_EXAME) {
          const quantos = exame.achados.filter((um) => um.exame === nome && um.situacao === situacao).length
          this.set({ exame: nome, situacao }, quantos)
        }
    },
  })
  const segundos = (em: string | undefined) => (em ? Date.parse(em) / 1000 : null)
  type Situacao = Awaited<ReturnType<typeof lerSituacaoDasCopias>>
  const figuras: [string, string, (situacao: Situacao) => number | null][] = [
    ['ultima_segundos', 'When the last whole copy was begun (Unix time)', ({ ultima }) => segundos(ultima?.em)],
    ['ultima_bytes', 'Size of the last whole copy', ({ ultima }) => ultima?.bytes ?? null],
    ['falhou', '1 when the newest copy that ended had failed', ({ erro }) => (erro ? 1 : 0)],
    ['ensaio_segundos', 'When a restore was last tried (Unix time)', ({ ensaio }) => segundos(ensaio?.em)],
    ['ensaio_falhou', '1 when the last trial of a restore failed', ({ ensaio }) => (ensaio?.erro ? 1 : 0)],
  ]
  for (const [nome, help, valor] of figuras)
    new Gauge({
      name: `cobranca_copia_${nome}`,
      help,
      registers,
      async collect() {
        const situacao = await noPrazo(PRAZO_MS, 'as cópias', lerSituacaoDasCopias(db)).catch(() => null)
        const figura = situacao && valor(situacao)
        this.reset()
        this.remove()
        if (figura !== null) this.set(figura)
      },
    })
}
