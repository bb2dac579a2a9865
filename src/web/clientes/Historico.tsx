import type { Anotacao } from '#contract/anotacoes.ts'
import type { Log } from '#contract/logs.ts'
import type { AcaoDoLog } from '#domain/log.ts'
import { inteira } from '#web/api/inteira.ts'
import { diaEHora } from '#web/ui/formatos.ts'
import './ficha.css'

/** What happened to a customer, the latest first. */
export function Historico({ logs, anotacoes }: { logs: Log[]; anotacoes: Anotacao[] }) {
  if (logs.length === 0) return <div className="nada-na-aba">Nada aconteceu ainda com este cliente.</div>
  return (
    <ol className="historico quebra">
      {logs.map((log) => (
        <li key={log.id}>
          {inteira(log.descricao)}
          {notaDe(log, anotacoes) && <p className="quebra">“{notaDe(log, anotacoes)}”</p>}
          <span className={log.nivel}>
            {diaEHora(log.created_at)}
            {log.usuario ? `, por ${log.usuario.name}` : ', pelo sistema'}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** The log does not keep a note's text: it is taken from the note, while that exists. */
const notaDe = (log: Log, anotacoes: Anotacao[]) =>
  log.acao === ('anotacao.escrever' satisfies AcaoDoLog)
    ? anotacoes.find(({ created_at, autor }) => created_at === log.created_at && autor.id === log.usuario?.id)?.texto
    : undefined
