import type { Movimento, Sugestao } from '#contract/conciliacao.ts'
import { somar } from '#web/contas-receber/palavras.ts'
import { dinheiro } from '#web/ui/formatos.ts'
import type { Decisao } from './conciliacao.api.ts'

type Um = Pick<Movimento, 'situacao' | 'valor' | 'credito' | 'devolvido'>

/** The amount of a movement still to be decided about: its customer's credit, or all that was not refunded. */
export const aDecidir = ({ situacao, valor, credito, devolvido }: Um): number =>
  situacao === 'credito' ? credito : somar([valor, -devolvido])

/** The decision that a suggestion stands for. Without accounts, none owing any more, all of it is the customer's credit. */
export function decisaoDe({ acao, cliente, contas, pagamento_id }: Sugestao): Decisao {
  if (acao === 'vincular' && pagamento_id !== null) return { como: 'vincular', body: { pagamento_id } }
  if (contas.length === 0 && cliente !== null) return { como: 'credito', body: { cliente_id: cliente.id } }
  return { como: 'aplicar', body: { contas: contas.map(({ id, valor }) => ({ id, valor })) } }
}

const FEITO: Record<Exclude<Decisao['como'], 'aplicar' | 'desfazer'>, string> = {
  vincular: 'vinculado ao pagamento',
  credito: 'deixado como crédito',
  ignorar: 'ignorado',
  devolvido: 'dado por devolvido',
}

/** What a decision did, in a sentence: the amount, the rest left as credit, and the charges waived. */
export function feito(um: Um, decisao: Decisao, encargosDispensados = 0): string {
  if (decisao.como === 'desfazer') return 'O movimento voltou a não ter dono.'
  const todo = aDecidir(um)
  if (decisao.como !== 'aplicar') return `${dinheiro(todo)} ${FEITO[decisao.como]}.`
  const aplicado = somar(decisao.body.contas.map(({ valor }) => valor))
  const resto = somar([todo, -aplicado])
  const dispensados = encargosDispensados > 0 ? ` ${dinheiro(encargosDispensados)} de encargos dispensados.` : ''
  return resto > 0
    ? `${dinheiro(aplicado)} aplicado, e ${dinheiro(resto)} como crédito do cliente.${dispensados}`
    : `${dinheiro(aplicado)} aplicado.${dispensados}`
}

/** The reason written when the toast's "Desfazer" undoes a decision. */
export const ENGANO = 'Desfeito logo depois de decidido'

/** Whether undoing takes back this decision alone: with a credit it would undo the whole movement. */
export const voltaSozinha = (um: Um, { como }: Pick<Decisao, 'como'>): boolean =>
  um.situacao !== 'credito' && como !== 'desfazer' && como !== 'devolvido'
