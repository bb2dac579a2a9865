import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { comTravaGlobal } from '#server/jobs/trava.ts'
import type { Servicos } from '#server/servicos.ts'
import { apagarAntigos } from './apagar.actions.ts'

const CADA_MS = 30 * 60_000

/** Soon after midnight, on one node at a time, erases what is past its limit. */
export const trabalhosDaGuarda = ({ db, relogio }: Servicos): Trabalho[] => [
  {
    nome: 'guarda',
    cadaMs: CADA_MS,
    async executar(sinal) {
      await comTravaGlobal(db, 'guarda', async (trava) => {
        await apagarAntigos(db, relogio.agora(), () => !sinal.aborted && trava.valida())
      })
    },
  },
]
