import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Mencao } from '#contract/anotacoes.ts'
import { fraseDe } from '#web/api/erro.ts'
import { useAgora } from '#web/api/useAgora.ts'
import { quando } from '#web/ui/formatos.ts'
import { Pager } from '#web/ui/Pager.tsx'
import { mencoesQuery } from './shell.queries.ts'

interface Props {
  /** On a page, as the button that opens the list has asked for. */
  quantas: number
  /** Those that were new when the list was opened. */
  recentes: ReadonlySet<number>
  aoAbrir: (mencao: Mencao) => void
}

export function ListaDeMencoes({ quantas, recentes, aoAbrir }: Props) {
  const [pagina, setPagina] = useState(1)
  const { data, error } = useQuery(mencoesQuery(quantas, pagina))
  if (!data) return <p className="cinza">{error ? fraseDe(error) : 'Buscando…'}</p>
  if (data.total === 0)
    return <p className="cinza">Quando um colega escrever @ e o seu nome numa anotação, ela aparece aqui.</p>
  return (
    <>
      <ul>
        {data.data.map((mencao) => (
          <Uma
            key={mencao.anotacao_id}
            mencao={mencao}
            nova={recentes.has(mencao.anotacao_id)}
            aoAbrir={() => aoAbrir(mencao)}
          />
        ))}
      </ul>
      {data.last_page > 1 && <Pager pagina={data} aoMudar={setPagina} />}
    </>
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
