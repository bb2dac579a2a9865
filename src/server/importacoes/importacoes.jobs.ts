import { HORA_MS, MINUTO_MS } from '#domain/data.ts'
import { limparRecepcao } from '#server/http/recepcao.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import type { Servicos } from '#server/servicos.ts'
import { encerrarInterrompidas } from './andamento.actions.ts'
import { apagarPreparosEsquecidos } from './csv-preparo.queries.ts'
import { esquecerEnsaios } from './erros.actions.ts'

/** Ends what a crash interrupted, and takes away the files and tables it left; forgets old rehearsals. */
export const trabalhosDeImportacoes = ({ db, relogio, pastaDados }: Servicos): Trabalho[] => [
  {
    nome: 'importacoes',
    cadaMs: MINUTO_MS,
    executar: async () => {
      await encerrarInterrompidas(db, relogio.agora())
      await apagarPreparosEsquecidos(db)
      await limparRecepcao(pastaDados)
    },
  },
  {
    nome: 'ensaios de importação',
    cadaMs: HORA_MS,
    executar: () => esquecerEnsaios(db, relogio.agora()),
  },
]
