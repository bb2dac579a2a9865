import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { comTravaGlobal } from '#server/jobs/trava.ts'
import type { Servicos } from '#server/servicos.ts'
import { enviarLinks } from './enviar.actions.ts'
import { CANAL_DA_RECUPERACAO } from './recuperacao.queries.ts'

const CADA_MS = 5_000

/** Sends the links for forgotten passwords, by one node at a time, where the company has mail. */
export const trabalhosDaRecuperacao = (servicos: Servicos): Trabalho[] => {
  const { db, correio } = servicos
  if (!correio) return []
  return [
    {
      nome: 'recuperacao',
      cadaMs: CADA_MS,
      canal: CANAL_DA_RECUPERACAO,
      executar: (sinal) =>
        comTravaGlobal(db, 'recuperacao', (trava) => enviarLinks(servicos, correio, sinal, () => trava.conferir())),
    },
  ]
}
