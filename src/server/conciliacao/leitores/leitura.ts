import { criarLeituraAParte } from '#server/leitura/a-parte.ts'
import type { ParteDosExtratos, TarefaDeExtratos } from './extratos.ts'

const ler = criarLeituraAParte(new URL('./leitura.worker.ts', import.meta.url))

/** Reads files of banks apart from this process, a batch at a time (`lerExtratos`). */
export const lerExtratosAParte = (tarefa: TarefaDeExtratos) => ler<ParteDosExtratos>(tarefa)
