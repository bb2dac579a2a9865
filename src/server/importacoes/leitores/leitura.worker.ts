import { atenderLeituras } from '#server/leitura/trabalhador.ts'
import { lerNotas, type TarefaDeNotas } from './notas.ts'
import { lerPlanilha, type TarefaDePlanilha } from './planilha.ts'

export type Tarefa = ({ que: 'planilha' } & TarefaDePlanilha) | ({ que: 'notas' } & TarefaDeNotas)

await atenderLeituras<Tarefa>((tarefa) => (tarefa.que === 'planilha' ? lerPlanilha(tarefa) : lerNotas(tarefa)))
