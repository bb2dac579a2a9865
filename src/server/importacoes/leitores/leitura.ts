import { criarLeituraAParte, type LimitesDaLeitura } from '#server/leitura/a-parte.ts'
import type { Tarefa } from './leitura.worker.ts'
import type { LoteDeNotas } from './notas.ts'
import type { ParteDaPlanilha } from './planilha.ts'

interface Partes {
  planilha: ParteDaPlanilha
  notas: LoteDeNotas
}

const ler = criarLeituraAParte(new URL('./leitura.worker.ts', import.meta.url))

/** Reads an uploaded spreadsheet, or notes, apart from this process, a batch at a time. */
export const lerAParte = <Q extends Tarefa['que']>(
  tarefa: Extract<Tarefa, { que: Q }>,
  limites?: LimitesDaLeitura,
): AsyncGenerator<Partes[Q]> => ler(tarefa, limites)
