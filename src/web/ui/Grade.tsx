import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { ArrowDownwardOutlined } from '#web/ui/icons/ArrowDownwardOutlined.tsx'
import { ArrowUpwardOutlined } from '#web/ui/icons/ArrowUpwardOutlined.tsx'
import { Checkbox } from './Choice.tsx'
import { Skeleton } from './Skeleton.tsx'
import { alternada, aoTocar, type Coluna, type ComId, comeca, type TabelaProps } from './tabela.ts'
import { useLargura } from './useLargura.ts'

/** The rows as a table: the columns that fit, with sorting and selection. */
export function Grade<T extends ComId>(props: TabelaProps<T>) {
  const { consulta, colunas, rotulo, grupo, aoSelecionar, alturaLinha = 40 } = props
  const [moldura, largura] = useLargura<HTMLDivElement>(true)
  const visiveis = colunas.filter(({ minima = 0 }) => largura >= minima)
  const total = visiveis.length + (aoSelecionar ? 1 : 0)
  const naGrade = { ...props, visiveis, largura }
  return (
    <div ref={moldura}>
      <table className="table" aria-label={rotulo} style={{ '--row': `${alturaLinha}px` } as CSSProperties}>
        <Cabecalhos {...naGrade} />
        <tbody>
          {!consulta.data && <SkeletonRows colunas={total} />}
          {consulta.data?.data.map((linha, i, linhas) => (
            <Fragment key={linha.id}>
              {comeca(grupo, linha, linhas[i - 1]) && (
                <tr className="group">
                  <th scope="rowgroup" colSpan={total}>
                    {grupo?.(linha)}
                  </th>
                </tr>
              )}
              <UmaLinha {...naGrade} linha={linha} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type NaGrade<T extends ComId> = TabelaProps<T> & { visiveis: Coluna<T>[]; largura: number }
const alinhada = (direita: boolean | undefined) => (direita ? 'at-end' : undefined)
const estica = (elastica: boolean | number | undefined, largura: number) =>
  typeof elastica === 'number' ? largura < elastica : elastica === true

/** What the row is about keeps room for a name, whatever stands beside it. */
const ELASTICA = { width: '100%', minWidth: 144 }

function Cabecalhos<T extends ComId>({ visiveis, largura, ordem, aoOrdenar, ...props }: NaGrade<T>) {
  return (
    <thead>
      <tr>
        {props.aoSelecionar && <EscolherTodas {...props} />}
        {visiveis.map((coluna) => (
          <th
            key={coluna.id}
            scope="col"
            className={alinhada(coluna.direita)}
            style={estica(coluna.elastica, largura) ? ELASTICA : { width: coluna.largura }}
            {...ariaOrdem(ordem, coluna.ordem)}
          >
            {coluna.ordem && aoOrdenar ? (
              <Ordenavel palavra={coluna.ordem} ordem={ordem} aoOrdenar={aoOrdenar}>
                {coluna.header}
              </Ordenavel>
            ) : (
              coluna.header
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function EscolherTodas<T extends ComId>(props: Pick<TabelaProps<T>, 'consulta' | 'selecao' | 'aoSelecionar'>) {
  const { consulta, selecao, aoSelecionar } = props
  const ids = consulta.data?.data.map(({ id }) => id) ?? []
  const escolhidas = ids.filter((id) => selecao?.has(id))
  const todas = ids.length > 0 && escolhidas.length === ids.length
  // Those of other pages stay as they are.
  const outras = new Set([...(selecao ?? [])].filter((id) => !ids.includes(id)))
  return (
    <th className="choose">
      <Checkbox
        checked={todas}
        indeterminate={escolhidas.length > 0 && !todas}
        onChange={() => aoSelecionar?.(todas ? outras : new Set([...outras, ...ids]))}
        aria-label="Selecionar as linhas desta página"
      />
    </th>
  )
}

/** Keeps the open row in view as keys move between records; a frame later, after the router restored the scroll. */
const mostrar = (linha: HTMLElement | null) => {
  requestAnimationFrame(() => linha?.scrollIntoView({ block: 'nearest' }))
}

function UmaLinha<T extends ComId>(props: NaGrade<T> & { linha: T }) {
  const { linha, visiveis, largura, selecao, aoSelecionar, aoAbrir, abertoId } = props
  const { nomeDaLinha = ({ id }) => `a linha ${id}` } = props
  const escolhida = selecao?.has(linha.id) ?? false
  return (
    <tr
      ref={linha.id === abertoId ? mostrar : undefined}
      className={aoAbrir ? 'opens' : undefined}
      data-linha={linha.id}
      data-selected={escolhida || linha.id === abertoId || undefined}
      onClick={aoAbrir && aoTocar(() => aoAbrir(linha))}
    >
      {aoSelecionar && (
        <td className="choose">
          <Checkbox
            checked={escolhida}
            onChange={() => aoSelecionar(alternada(selecao, linha.id))}
            aria-label={`Selecionar ${nomeDaLinha(linha)}`}
          />
        </td>
      )}
      {visiveis.map(({ id, cell, direita, elastica }) => (
        <td key={id} className={alinhada(direita)} style={estica(elastica, largura) ? { maxWidth: 0 } : undefined}>
          {cell(linha)}
        </td>
      ))}
    </tr>
  )
}

function ariaOrdem(ordem: string | undefined, palavra: string | undefined) {
  if (!palavra || ordem?.replace(/^-/, '') !== palavra) return {}
  return { 'aria-sort': ordem.startsWith('-') ? ('descending' as const) : ('ascending' as const) }
}

function Ordenavel(props: {
  palavra: string
  ordem: string | undefined
  aoOrdenar: (o: string) => void
  children: ReactNode
}) {
  const { palavra, ordem, aoOrdenar, children } = props
  const ativa = ordem?.replace(/^-/, '') === palavra
  const descendo = ordem === `-${palavra}`
  const Seta = descendo ? ArrowDownwardOutlined : ArrowUpwardOutlined
  return (
    <button
      type="button"
      className={ativa ? 'sort active' : 'sort'}
      onClick={() => aoOrdenar(ativa && !descendo ? `-${palavra}` : palavra)}
    >
      {ativa && <Seta size={16} />}
      {children}
    </button>
  )
}

const SKELETON_ROWS = 20
function SkeletonRows({ colunas }: { colunas: number }) {
  return Array.from({ length: SKELETON_ROWS }, (_, linha) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
    <tr key={linha}>
      {Array.from({ length: colunas }, (_, coluna) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <td key={coluna}>
          <Skeleton largura={`${55 + ((linha * 7 + coluna * 13) % 35)}%`} />
        </td>
      ))}
    </tr>
  ))
}
