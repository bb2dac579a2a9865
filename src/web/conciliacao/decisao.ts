import type { Movimento, Sugestao } from '#contract/conciliacao.ts'
import { somar } from '#web/contas-receber/palavras.ts'
import { dinheiro } from '#web/ui/formatos.ts'
import type { Decisao } from './conciliacao.api.ts'

type Um = Pick<Movimento, 'situacao' | 'valor' | 'credito' | 'devolvido'>

/** What of a movement a person still decides about: its customer's credit, or all that did not go back. */
export const aDecidir = ({ situacao, valor, credito, devolvido }: Um): number =>
  situacao === 'credito' ? credito : somar([valor, -devolvido])

/** What one press on a suggestion does. Of a title that owes nothing more, all of it is its customer's. */
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

/** What a decision did with how much, in a sentence: what was not applied is said too, and charges that nobody owes any more. */
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

/** Beside what was just done stands the way back, where it takes back that alone: a credit's whole movement would be undone. */
export const voltaSozinha = (um: Um, { como }: Decisao): boolean =>
  um.situacao !== 'credito' && como !== 'desfazer' && como !== 'devolvido'
