import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Log } from '#contract/logs.ts'
import { agora } from '#web/api/agora.ts'
import { EmptyState, ErrorState } from '#web/ui/estados.tsx'
import { diaEHora, quando } from '#web/ui/formatos.ts'
import { HistoryOutlined } from '#web/ui/icons/HistoryOutlined.tsx'
import { Quadro } from '#web/ui/Quadro.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { logsRecentesQuery } from './logs.queries.ts'
import { Descricao, Nivel, Quem } from './partes.tsx'

/** The first ten entries of the log. */
export function LogsRecentes() {
  const { data, error, refetch } = useQuery(logsRecentesQuery)
  return (
    <Quadro
      lista
      titulo="Logs recentes"
      acao={
        <Link className="button" to="/admin/logs">
          Ver todos
        </Link>
      }
    >
      {error && !data ? (
        <ErrorState titulo="Não foi possível abrir os logs" erro={error} aoTentar={() => void refetch()} />
      ) : data?.data.length === 0 ? (
        <EmptyState
          icone={HistoryOutlined}
          titulo="Nada aconteceu ainda"
          texto="Cada mudança de estado, de pessoa e de configuração aparece aqui."
        />
      ) : (
        <ul>
          {data
            ? data.data.map((log) => <UmLog key={log.id} log={log} />)
            : [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => (
                <li key={n} className="log-linha row">
                  <Skeleton largura="60%" />
                </li>
              ))}
        </ul>
      )}
    </Quadro>
  )
}

function UmLog({ log }: { log: Log }) {
  return (
    <li className="log-linha row">
      <time className="miudo algarismos" dateTime={log.created_at} title={diaEHora(log.created_at)}>
        {quando(log.created_at, agora())}
      </time>
      {log.nivel !== 'info' && <Nivel nivel={log.nivel} />}
      <div className="log-texto shrink quebra">
        <Descricao log={log} />
      </div>
      <div className="log-quem rigid cinza">
        <Quem usuario={log.usuario} />
      </div>
    </li>
  )
}
