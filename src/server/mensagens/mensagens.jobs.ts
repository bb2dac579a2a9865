import { HORA_MS } from '#domain/data.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { comTravaGlobal } from '#server/jobs/trava.ts'
import type { Servicos } from '#server/servicos.ts'
import { baixarMidias, CANAL_MIDIA, varrerMidias } from './midia.actions.ts'
import { pararSemEntrega } from './sem-entrega.actions.ts'
import { CANAL_SUBIDA, subirArquivos } from './subida.actions.ts'

const MIDIA_MS = 15_000
const SUBIDA_MS = 2_000
const SEM_ENTREGA_MS = 6 * HORA_MS
const VARRER_MS = 6 * HORA_MS

/** Downloads customers' files, uploads those for them to Meta, and deletes files that no row names. */
export const trabalhosDeMensagens = (servicos: Servicos): Trabalho[] => [
  {
    nome: 'arquivos recebidos',
    cadaMs: MIDIA_MS,
    canal: CANAL_MIDIA,
    executar: () => comTravaGlobal(servicos.db, 'midias', () => baixarMidias(servicos)),
  },
  {
    nome: 'arquivos a enviar',
    cadaMs: SUBIDA_MS,
    canal: CANAL_SUBIDA,
    executar: () => comTravaGlobal(servicos.db, 'subidas', () => subirArquivos(servicos)),
  },
  {
    nome: 'sem entrega',
    cadaMs: SEM_ENTREGA_MS,
    async executar() {
      await comTravaGlobal(servicos.db, 'sem-entrega', () => pararSemEntrega(servicos.db, servicos.relogio.agora()))
    },
  },
  {
    nome: 'limpeza de arquivos',
    cadaMs: VARRER_MS,
    executar: () => varrerMidias(servicos),
  },
]
