import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { onDemand } from '#web/ui/onDemand.tsx'
import { avisosQuery } from './shell.queries.ts'

const ProblemasDoWhatsapp = onDemand(() => import('./ProblemasDoWhatsapp.tsx'), 'ProblemasDoWhatsapp')

/** Screens that say it themselves, with the reason and the way out. */
const JA_DIZEM = ['/admin/dashboard', '/admin/whatsapp']

/** Tells everyone that nothing is being sent, and administrators that statuses stopped coming. Goes away by itself. */
export function BarraWhatsapp() {
  const caminho = useRouterState({ select: (estado) => estado.location.pathname })
  const avisos = useQuery(avisosQuery).data
  if (JA_DIZEM.includes(caminho)) return null
  const algum = avisos && (avisos.whatsapp_parado || avisos.fila_parada || avisos.sem_status)
  return <div role="status">{algum && <ProblemasDoWhatsapp avisos={avisos} />}</div>
}
