import { callApi } from '#web/api/callApi.ts'
import { queryClient } from '#web/api/queryClient.ts'

export async function marcarVistas(anotacoes: number[]) {
  if (anotacoes.length === 0) return
  await callApi('POST /api/operador/mencoes/vistas', { body: { anotacoes } })
  await queryClient.invalidateQueries({ queryKey: ['mencoes'] })
}
