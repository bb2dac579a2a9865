import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { comTravaGlobal } from '#server/jobs/trava.ts'
import type { Servicos } from '#server/servicos.ts'
import { encerrarDesconhecidas } from './desconhecidas.actions.ts'
import { despachante } from './despachante.jobs.ts'
import { vigiaDaFila } from './fila-parada.actions.ts'
import { conferirPosicao } from './posicao.actions.ts'

const POSICAO_CADA_MS = 5_000
const VIGIA_CADA_MS = 15_000
const DESCONHECIDAS_CADA_MS = 60_000

/** The dispatcher, and its watchers: of a stuck queue, of a restored database, of outcomes that stay unknown. */
export function trabalhosDoDespacho(servicos: Servicos): Trabalho[] {
  const { db, relogio, log } = servicos
  const vigiar = vigiaDaFila(db, log)
  return [
    despachante(servicos),
    {
      nome: 'despacho.vigia',
      cadaMs: VIGIA_CADA_MS,
      async executar() {
        if (await servicos.whatsapp.api()) await vigiar(relogio.agora())
      },
    },
    {
      nome: 'despacho.posicao',
      cadaMs: POSICAO_CADA_MS,
      executar: () => conferirPosicao(servicos),
    },
    {
      nome: 'despacho.desconhecidas',
      cadaMs: DESCONHECIDAS_CADA_MS,
      async executar() {
        await comTravaGlobal(db, 'despacho.desconhecidas', () => encerrarDesconhecidas(db, relogio.agora()))
      },
    },
  ]
}
