import type { Option } from '#web/ui/Field.tsx'
import { type Filtros, nenhumDe, opcaoDe } from '#web/ui/filtros.ts'
import { dia, dinheiro } from '#web/ui/formatos.ts'
import { statusConta } from '#web/ui/StatusChip.tsx'
import { A_RECEBER, FAIXAS, filtrosDasContas, ORIGENS, statusDe, TODAS } from './contas.queries.ts'

export const STATUS = [
  { valor: A_RECEBER, rotulo: 'A receber' },
  ...Object.entries(statusConta).map(([valor, { rotulo }]) => ({ valor, rotulo })),
]

/** Without filters, but for the search text: the screen as it opens. */
export const SEM_FILTROS = nenhumDe(filtrosDasContas)

/** What the address keeps when a status is chosen or taken off. */
export const guardarStatus = (status: string | undefined) => status ?? TODAS

type Dizer = (filtros: Filtros) => string | undefined | false
const escolha = (nome: string, opcoes: readonly Option[], valor: string | undefined) => {
  const rotulo = opcaoDe(opcoes, valor)?.rotulo
  return rotulo && `${nome} ${rotulo}`
}
const comOutro = () => undefined

/** A filter without its words here does not compile; the two ends of a range are said by the first. */
const PALAVRAS: Record<keyof ReturnType<typeof filtrosDasContas>, Dizer> = {
  status: (filtros) => escolha('a situação', STATUS, filtros.status && statusDe(filtros)),
  faixa: ({ faixa }) => escolha('o atraso', FAIXAS, faixa),
  origem: ({ origem }) => escolha('a origem', ORIGENS, origem),
  vencimento_de: (filtros) => intervalo('o vencimento', filtros.vencimento_de, filtros.vencimento_ate, dia),
  vencimento_ate: comOutro,
  valor_min: ({ valor_min, valor_max }) =>
    intervalo('o valor', valor_min, valor_max, (texto) => dinheiro(Number(texto))),
  valor_max: comOutro,
  cliente_id: ({ cliente_id }) => cliente_id && 'um só cliente',
  importacao_id: ({ importacao_id }) => importacao_id && 'uma só importação',
}

/** Each filter that the person chose, in words, to explain an empty list. */
export const filtrosEmPalavras = (filtros: Filtros): string[] =>
  Object.values(PALAVRAS).flatMap((dizer) => dizer(filtros) || [])

function intervalo(nome: string, de: string | undefined, ate: string | undefined, escrever: (texto: string) => string) {
  if (de && ate) return `${nome} de ${escrever(de)} a ${escrever(ate)}`
  if (de) return `${nome} desde ${escrever(de)}`
  return ate && `${nome} até ${escrever(ate)}`
}
