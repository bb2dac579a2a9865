import type { Mencao } from '#contract/anotacoes.ts'
import { fraseDe } from '#web/api/erro.ts'
import { useAgora } from '#web/api/useAgora.ts'
import { quando } from '#web/ui/formatos.ts'

interface Props {
  mencoes: Mencao[] | undefined
  erro: unknown
  /** Those that were new when the list was opened. */
  recentes: ReadonlySet<number>
  aoAbrir: (mencao: Mencao) => void
}

export function ListaDeMencoes({ mencoes, erro, recentes, aoAbrir }: Props) {
  if (!mencoes) return <p className="cinza">{erro ? fraseDe(erro) : 'Buscando…'}</p>
  if (mencoes.length === 0)
    return <p className="cinza">Quando um colega escrever @ e o seu nome numa anotação, ela aparece aqui.</p>
  return (
    <ul>
      {mencoes.map((mencao) => (
        <Uma
          key={mencao.anotacao_id}
          mencao={mencao}
          nova={recentes.has(mencao.anotacao_id)}
          aoAbrir={() => aoAbrir(mencao)}
        />
      ))}
    </ul>
  )
}

function Uma({ mencao, nova, aoAbrir }: { mencao: Mencao; nova: boolean; aoAbrir: () => void }) {
  const dentro = (
    <>
      <span className="row gap-8 menor cinza">
        <span className="grow cortado">
          {mencao.autor.name} sobre <b>{mencao.cliente.nome}</b>
        </span>
        {nova && <b className="mencao-nova">nova</b>}
        {quando(mencao.created_at, useAgora())}
      </span>
      <span className="quebra">{mencao.texto}</span>
      {!mencao.visivel && <span className="miudo">O cliente está com outro operador.</span>}
    </>
  )
  return (
    <li>
      {mencao.visivel ? (
        <button type="button" onClick={aoAbrir}>
          {dentro}
        </button>
      ) : (
        <div>{dentro}</div>
      )}
    </li>
  )
}
