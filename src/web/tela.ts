import type { ParsedLocation } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { AnyQuery } from '#web/api/apiQuery.ts'
import { queryClient } from '#web/api/queryClient.ts'
import type { Filtros } from './ui/filtros.ts'
import { screen } from './ui/screen.tsx'

export interface ScreenCode<M> {
  load: () => Promise<M>
  parts?: (filtros: Filtros) => (() => Promise<unknown>)[]
}
/**
 * A screen of the router: its code (screens.ts), and what it reads under the filters of the address (`dados`). All of it is
 * asked for when one goes there, or only points at a link.
 */
export const tela = <N extends string, M extends Record<N, ComponentType>>(
  { load, parts }: ScreenCode<M>,
  name: N,
  dados: (filtros: Filtros) => AnyQuery[],
) => ({
  component: screen(load, name),
  loader: ({ location }: { location: ParsedLocation }) => {
    const filtros = location.search as Filtros
    ask(dados(filtros))
    for (const load of parts?.(filtros) ?? []) load().catch(() => undefined) // the screen reports a failure
  },
})

/** Starts the queries; errors are the screen's to show. */
export function ask(queries: AnyQuery[]) {
  for (const query of queries) void queryClient.prefetchQuery(query)
}
