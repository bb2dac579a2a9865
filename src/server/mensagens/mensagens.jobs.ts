import { comTravaGlobal, type Trabalho } from '#server/jobs/trabalhos.ts'
import type { Servicos } from '#server/servicos.ts'
import { baixarMidias, CANAL_MIDIA, varrerMidias } from './midia.actions.ts'

const MIDIA_MS = 15_000
const VARRER_MS = 6 * 3_600_000

/** Fetches what customers sent, and sweeps what nothing names any more. */
export const trabalhosDeMensagens = (servicos: Servicos): Trabalho[] => [
  {
    nome: 'arquivos recebidos',
    cadaMs: MIDIA_MS,
    canal: CANAL_MIDIA,
    executar: () => comTravaGlobal(servicos.db, 'midias', () => baixarMidias(servicos)),
  },
  {
    nome: 'limpeza de arquivos',
    cadaMs: VARRER_MS,
    async executar() {
      await varrerMidias(servicos)
      return undefined
    },
  },
]
