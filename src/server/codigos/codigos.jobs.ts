import { diaDe } from '#domain/data.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { comTravaGlobal } from '#server/jobs/trava.ts'
import type { Servicos } from '#server/servicos.ts'
import { removerNoPsp } from './no-psp.actions.ts'
import { expirarCodigos } from './vida.actions.ts'

const CADA_MS = 10_000

/** Cancels ended codes at the PSP too, on one node at a time; expires unpaid ones after their day. */
export const trabalhosDosCodigos = (servicos: Servicos): Trabalho[] => [
  {
    nome: 'códigos',
    cadaMs: CADA_MS,
    async executar(sinal) {
      const { db, relogio } = servicos
      await expirarCodigos(db, diaDe(relogio.agora()))
      return comTravaGlobal(db, 'codigos', () => removerNoPsp(servicos, sinal))
    },
  },
]
