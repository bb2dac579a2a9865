import { type Filtros, nenhumDe } from '#web/ui/filtros.ts'
import { dia, dinheiro, lerDinheiro } from '#web/ui/formatos.ts'
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

/** Money typed in a filter, as the address keeps it; null when it cannot be read. */
export function lerReais(texto: string): string | null {
  const lido = lerDinheiro(texto)
  return lido === null ? null : String(lido)
}

/** Each filter that the person chose, in words, to explain an empty list. */
export function filtrosEmPalavras(filtros: Filtros): string[] {
  const rotulo = (opcoes: readonly { valor: string; rotulo: string }[], valor: string | undefined) =>
    opcoes.find((opcao) => opcao.valor === valor)?.rotulo
  const status = filtros.status && rotulo(STATUS, statusDe(filtros))
  const faixa = rotulo(FAIXAS, filtros.faixa)
  const origem = rotulo(ORIGENS, filtros.origem)
  return [
    status && `a situação ${status}`,
    faixa && `o atraso ${faixa}`,
    origem && `a origem ${origem}`,
    intervalo('o vencimento', filtros.vencimento_de, filtros.vencimento_ate, dia),
    intervalo('o valor', filtros.valor_min, filtros.valor_max, (texto) => dinheiro(Number(texto))),
    filtros.cliente_id && 'um só cliente',
    filtros.importacao_id && 'uma só importação',
  ].filter((frase): frase is string => Boolean(frase))
}

function intervalo(nome: string, de: string | undefined, ate: string | undefined, escrever: (texto: string) => string) {
  if (de && ate) return `${nome} de ${escrever(de)} a ${escrever(ate)}`
  if (de) return `${nome} desde ${escrever(de)}`
  return ate && `${nome} até ${escrever(ate)}`
}
