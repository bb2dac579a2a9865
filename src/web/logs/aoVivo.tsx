import { useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQuery } from '#web/api/apiQuery.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { Button } from '#web/ui/Button.tsx'
import { plural } from '#web/ui/formatos.ts'
import { ArrowUpwardOutlined } from '#web/ui/icons/ArrowUpwardOutlined.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { type ConsultaLogs, logsQuery } from './logs.queries.ts'

const DE_NOVO_MS = 5_000

/**
 * While it is on, polls for new entries under the same filters. What is being read stays where it is: new entries are only
 * counted, and shown on request.
 */
export function useAoVivo(pedido: ConsultaLogs, lida: Resposta<'GET /api/admin/logs'> | undefined) {
  const cache = useQueryClient()
  const { filtros } = useFiltros()
  const ligado = filtros.vivo !== '0'
  const primeira = { ...pedido, page: 1 }
  const { data: agora } = useQuery({
    ...apiQuery(['logs', 'vivo'], 'GET /api/admin/logs', { query: primeira }),
    enabled: ligado && pedido.page === 1 && lida !== undefined,
    refetchInterval: DE_NOVO_MS,
  })
  const novos = ligado && agora && lida && pedido.page === 1 ? Math.max(0, agora.total - lida.total) : 0
  return {
    ligado,
    novos,
    mostrar: () => {
      if (agora) cache.setQueryData(logsQuery(pedido).queryKey, agora)
    },
  }
}
export type AoVivo = ReturnType<typeof useAoVivo>

/** "12 novos", over the table. */
export function ChipNovos({ novos, mostrar }: AoVivo) {
  return (
    <div role="status" className="log-novos">
      {novos > 0 && (
        <Button size="small" variant="contained" startIcon={<ArrowUpwardOutlined />} onClick={mostrar}>
          {plural(novos, 'novo', 'novos')}
        </Button>
      )}
    </div>
  )
}
