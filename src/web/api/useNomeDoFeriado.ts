import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { nomeDoFeriado } from '#domain/calendario.ts'
import { apiQuery } from './apiQuery.ts'

const UMA_HORA_MS = 3_600_000
const feriadosQuery = queryOptions({
  ...apiQuery(['regua', 'feriados'], 'GET /api/feriados', {}),
  staleTime: UMA_HORA_MS,
})

/** A holiday's name, the company's own included once they are loaded; null for any other day. */
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
