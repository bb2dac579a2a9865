import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { ScheduleOutlined } from '#web/ui/icons/ScheduleOutlined.tsx'
import { avisosQuery } from './shell.queries.ts'

/** Told on the dashboards only, where people land. */
const ONDE = ['/operador/dashboard', '/admin/dashboard']

/** The engine may not send now, by the day or the hour: when it may again, and what still goes at once. */
export function BarraSemEnvio() {
  const caminho = useRouterState({ select: (estado) => estado.location.pathname })
  const { sem_envio: silencio, whatsapp_parado: parado } = useQuery(avisosQuery).data ?? {}
  if (!silencio || parado || !ONDE.includes(caminho)) return null
  return (
    <div role="status" className="shell-silencio">
      <ScheduleOutlined size={20} aria-hidden />
      <div>
        {silencio.mensagem} <span className="cinza">O que uma pessoa escreve numa conversa sai na hora.</span>
      </div>
    </div>
  )
}
