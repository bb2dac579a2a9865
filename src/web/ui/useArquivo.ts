import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { baixar } from '#web/api/callApi.ts'
import type { Chamada } from '#web/api/contrato.ts'

/** A file fetched with the token: its bytes as an address of this page, freed when it is no longer shown, and their type. */
export function useArquivo(queryKey: QueryKey, chamada: Chamada, params: Record<string, number>) {
  const consulta = useQuery({
    queryKey,
    queryFn: () => baixar(chamada, params),
    // Its bytes never change: not even what refetches everything around it downloads it again.
    staleTime: 'static',
  })
  const [endereco, setEndereco] = useState<string>()
  const dados = consulta.data?.dados
  useEffect(() => {
    if (!dados) return
    const novo = URL.createObjectURL(dados)
    setEndereco(novo)
    return () => URL.revokeObjectURL(novo)
  }, [dados])
  return { endereco, tipo: dados?.type, erro: consulta.error }
}
