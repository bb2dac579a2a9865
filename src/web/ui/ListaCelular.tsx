import { Fragment } from 'react'
import { Checkbox } from './Choice.tsx'
import { SkeletonList } from './Skeleton.tsx'
import { alternada, aoTocar, type ComId, comeca, type TabelaProps } from './tabela.ts'

/** The same rows on a narrow window, each an item of its own. */
export function ListaCelular<T extends ComId>(props: TabelaProps<T>) {
  const { consulta, celular, aoAbrir, rotulo, grupo, selecao, aoSelecionar } = props
  const { nomeDaLinha = ({ id }) => `a linha ${id}` } = props
  if (!consulta.data)
    return (
      <div className="data-list-loading">
        <SkeletonList linhas={10} altura={56} />
      </div>
    )
  return (
    <ul aria-label={rotulo} className="data-list">
      {consulta.data.data.map((linha, i, linhas) => (
        <Fragment key={linha.id}>
          {comeca(grupo, linha, linhas[i - 1]) && <li className="group">{grupo?.(linha)}</li>}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: its main line is the link; the rest of it is for the finger */}
          <li
            className={aoAbrir ? 'opens' : undefined}
            data-linha={linha.id}
            data-selected={selecao?.has(linha.id) || undefined}
            onClick={aoAbrir && aoTocar(() => aoAbrir(linha))}
          >
            {aoSelecionar && (
              <div className="choose">
                <Checkbox
                  checked={selecao?.has(linha.id) ?? false}
                  onChange={() => aoSelecionar(alternada(selecao, linha.id))}
                  aria-label={`Selecionar ${nomeDaLinha(linha)}`}
                />
              </div>
            )}
            <div className="data-list-item">{celular(linha)}</div>
          </li>
        </Fragment>
      ))}
    </ul>
  )
}
