import type { ReactNode } from 'react'
import { filtrosEmUso } from './BarraDaLista.tsx'
import { EmptyList } from './estados.tsx'
import { useFiltros } from './useFiltros.ts'

interface Props {
  nada: string
  comFiltros: string
  /** Every filter's name with `undefined`: what "Limpar filtros" applies. */
  semFiltros: Record<string, undefined>
  senao: ReactNode
}

/** A list without rows, whose filters are in the address. */
export function VazioDaLista({ semFiltros, ...palavras }: Props) {
  const { filtros, mudar } = useFiltros()
  return (
    <EmptyList
      {...palavras}
      busca={filtros.busca}
      filtrada={filtrosEmUso(semFiltros, filtros) > 0}
      aoLimpar={() => mudar(semFiltros)}
    />
  )
}
