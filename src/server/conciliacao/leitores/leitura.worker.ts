import { atenderLeituras } from '#server/leitura/trabalhador.ts'
import { lerExtratos, type TarefaDeExtratos } from './extratos.ts'

await atenderLeituras((tarefa: TarefaDeExtratos) => lerExtratos(tarefa))
