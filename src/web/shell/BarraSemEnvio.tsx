import { useQuery } from '@tanstack/react-query'
import { ScheduleOutlined } from '#web/ui/icons/ScheduleOutlined.tsx'
import { avisosQuery } from './shell.queries.ts'

/** The engine may not send now, by the day or the hour: when it may again, and what still goes at once. */
export function BarraSemEnvio() {
  const { sem_envio: silencio, whatsapp_parado: parado } = useQuery(avisosQuery).data ?? {}
  if (!silencio || parado) return null
  return (
    <div role="status" className="shell-silencio">
      <ScheduleOutlined size={20} aria-hidden />
      <div>
        {silencio.mensagem} <span className="cinza">O que uma pessoa escreve numa conversa sai na hora.</span>
      </div>
    </div>
  )
}
