import { useRef } from 'react'
import type { ClienteDetalhado } from '#contract/ficha.ts'
import { callApi } from '#web/api/callApi.ts'

/** WhatsApp shows "typing" for 25 seconds. */
const DE_NOVO_MS = 20_000

/** Shows the customer that the operator who serves them is typing. Only a courtesy: a failure is not reported. */
export function useDigitando(cliente: ClienteDetalhado): () => void {
  const ultima = useRef(Number.NEGATIVE_INFINITY)
  return () => {
    const agora = performance.now()
    if (cliente.status !== 'em_atendimento' || agora - ultima.current < DE_NOVO_MS) return
    ultima.current = agora
    callApi('POST /api/operador/clientes/:id/digitando', { params: { id: cliente.id } }).catch(() => undefined)
  }
}
