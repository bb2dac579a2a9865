import type { Log } from '#contract/logs.ts'
import { diaEHora } from '#web/ui/formatos.ts'
import './ficha.css'

/** What happened to a customer, the latest first. */
export function Historico({ logs }: { logs: Log[] }) {
  if (logs.length === 0) return <div className="nada-na-aba">Nada aconteceu ainda com este cliente.</div>
  return (
    <ol className="historico">
      {logs.map((log) => (
        <li key={log.id}>
          {log.descricao}
          <span className={log.nivel}>
            {diaEHora(log.created_at)}
            {log.usuario ? `, por ${log.usuario.name}` : ', pelo sistema'}
          </span>
        </li>
      ))}
    </ol>
  )
}
