import type { ReactNode } from 'react'
import { EmptyFiltered } from './estados.tsx'
import { filtrosEmUso } from './filtros.ts'
import { useFiltros } from './useFiltros.ts'

interface Props {
  /** The title of a search without results, before its text: "Nenhum cliente". */
  nada: string
  /** The title where only filters narrow the list. */
  comFiltros: string
  /** Every filter's name with `undefined`: what "Limpar filtros" applies. */
  semFiltros: Record<string, undefined>
  /** Shown where nothing narrows the list. */
  senao: ReactNode
}

/** A list without rows, whose filters are in the address: what was looked for in vain, or why there is nothing yet. */
export function VazioDaLista({ nada, comFiltros, semFiltros, senao }: Props) {
  const { filtros, mudar } = useFiltros()
  if (filtrosEmUso(semFiltros, filtros) === 0) return senao
  return (
    <EmptyFiltered
      titulo={filtros.busca ? `${nada} para “${filtros.busca}”` : comFiltros}
      aoLimpar={() => mudar(semFiltros)}
    />
  )
}
