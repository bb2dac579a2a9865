import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { nomeDoFeriado } from '#domain/calendario.ts'
import { apiQuery } from './apiQuery.ts'

const UMA_HORA_MS = 3_600_000
const feriadosQuery = queryOptions({
  ...apiQuery(['regua', 'feriados'], 'GET /api/feriados', {}),
  staleTime: UMA_HORA_MS,
})

/** What a holiday is called, the company's own too once they are there; null of any other day. */
export function useNomeDoFeriado(): (dia: string) => string | null {
  const proprios = useQuery(feriadosQuery).data?.data
  return useCallback(
    (dia: string) => {
      const proprio = proprios?.find((um) => um.dia === dia)
      return proprio?.nome ?? nomeDoFeriado(dia) ?? (proprio ? 'da empresa' : null)
    },
    [proprios],
  )
}
