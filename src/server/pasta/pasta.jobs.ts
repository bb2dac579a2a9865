import { DIA_MS } from '#domain/data.ts'
import type { Config } from '#server/config.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { comTravaGlobal } from '#server/jobs/trava.ts'
import type { Servicos } from '#server/servicos.ts'
import { pastaEmBucket } from './em-bucket.ts'
import { pastaEmDisco } from './em-disco.ts'
import { esquecerArquivos } from './pasta.queries.ts'
import { tomarArquivos } from './tomar.actions.ts'

/** A file must stay unchanged between two looks this far apart. */
const CADA_MS = 10_000

/** Takes in what is left in the watched folder or bucket, by one node at a time. */
export function trabalhosDaPasta(servicos: Servicos, { vigiada, s3 }: Config): Trabalho[] {
  const { db, relogio } = servicos
  const esquecer: Trabalho = {
    nome: 'arquivos da pasta',
    cadaMs: DIA_MS,
    executar: () => esquecerArquivos(db, relogio.agora()),
  }
  if (!vigiada) return [esquecer]
  const origem = 'pasta' in vigiada ? pastaEmDisco(vigiada.pasta) : pastaEmBucket(s3!, vigiada.prefixo)
  return [
    esquecer,
    {
      nome: 'pasta vigiada',
      cadaMs: CADA_MS,
      executar: (sinal) =>
        comTravaGlobal(db, 'pasta vigiada', (trava) =>
          tomarArquivos(servicos, origem, () => !sinal.aborted && trava.valida()),
        ),
    },
  ]
}
