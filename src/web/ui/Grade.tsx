import { type Row, useTable } from '@tanstack/react-table'
import { type CSSProperties, Fragment, type ReactNode, useMemo } from 'react'
import { ArrowDownwardOutlined } from '#web/ui/icons/ArrowDownwardOutlined.tsx'
import { ArrowUpwardOutlined } from '#web/ui/icons/ArrowUpwardOutlined.tsx'
import { Checkbox } from './Choice.tsx'
import { Skeleton } from './Skeleton.tsx'
import { aoTocar, type ComId, comeca, features, type MetaColuna, type TabelaProps } from './tabela.ts'
import { useLargura } from './useLargura.ts'

const LARGURA_FOLGADA = 1000
const SEM_LINHAS: never[] = []
/** The rows as a table: columns by the room there is, some sorted by, some chosen. */
export function Grade<T extends ComId>(props: TabelaProps<T>) {
  const { consulta, rotulo, grupo, alturaLinha = 40 } = props
  const grade = useGrade(props)
  const { moldura, table, total } = grade
  return (
    <div ref={moldura}>
      <table className="table" aria-label={rotulo} style={{ '--row': `${alturaLinha}px` } as CSSProperties}>
        <Cabecas {...props} {...grade} />
        <tbody>
          {!consulta.data && <Esqueleto colunas={total} />}
          {table.getRowModel().rows.map((linha, i, linhas) => (
            <Fragment key={linha.id}>
              {comeca(grupo, linha.original, linhas[i - 1]?.original) && (
                <tr className="group">
                  <th scope="rowgroup" colSpan={total}>
                    {grupo?.(linha.original)}
                  </th>
                </tr>
              )}
              <UmaLinha {...props} {...grade} linha={linha} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type NaGrade<T extends ComId> = TabelaProps<T> & ReturnType<typeof useGrade<T>>
const alinhada = (meta: MetaColuna | undefined) => (meta?.direita ? 'at-end' : undefined)

function Cabecas<T extends ComId>({ table, elastica, aoSelecionar, ordem, aoOrdenar }: NaGrade<T>) {
  return (
    <thead>
      {table.getHeaderGroups().map((cabecas) => (
        <tr key={cabecas.id}>
          {aoSelecionar && (
            <th className="choose">
              <Checkbox
                checked={table.getIsAllRowsSelected()}
                indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                onChange={table.getToggleAllRowsSelectedHandler()}
                aria-label="Selecionar as linhas desta página"
              />
            </th>
          )}
          {cabecas.headers.map((cabeca) => {
            const meta = cabeca.column.columnDef.meta
            const titulo = <table.FlexRender header={cabeca} />
            return (
              <th
                key={cabeca.id}
                scope="col"
                className={alinhada(meta)}
                style={{ width: elastica(meta) ? '100%' : meta?.largura }}
                {...ariaOrdem(ordem, meta?.ordem)}
              >
                {meta?.ordem && aoOrdenar ? (
                  <Ordenavel palavra={meta.ordem} ordem={ordem} aoOrdenar={aoOrdenar}>
                    {titulo}
                  </Ordenavel>
                ) : (
                  titulo
                )}
              </th>
            )
          })}
        </tr>
      ))}
    </thead>
  )
}

function UmaLinha<T extends ComId>(props: NaGrade<T> & { linha: Row<typeof features, T> }) {
  const { linha, table, elastica, aoSelecionar, aoAbrir, abertoId } = props
  const { nomeDaLinha = ({ id }) => `a linha ${id}` } = props
  return (
    <tr
      className={aoAbrir ? 'opens' : undefined}
      data-selected={linha.getIsSelected() || linha.original.id === abertoId || undefined}
      onClick={aoAbrir && aoTocar(() => aoAbrir(linha.original))}
    >
      {aoSelecionar && (
        <td className="choose">
          <Checkbox
            checked={linha.getIsSelected()}
            onChange={linha.getToggleSelectedHandler()}
            aria-label={`Selecionar ${nomeDaLinha(linha.original)}`}
          />
        </td>
      )}
      {linha.getAllCells().map((celula) => (
        <td
          key={celula.id}
          className={alinhada(celula.column.columnDef.meta)}
          style={elastica(celula.column.columnDef.meta) ? { maxWidth: 0 } : undefined}
        >
          <table.FlexRender cell={celula} />
        </td>
      ))}
    </tr>
  )
}

/** The columns there is room for, and the rows chosen among them. */
function useGrade<T extends ComId>({ consulta, colunas, selecao, aoSelecionar }: TabelaProps<T>) {
  const [moldura, largura] = useLargura<HTMLDivElement>(true)
  const rowSelection = useMemo(
    () => Object.fromEntries([...(selecao ?? [])].map((id) => [String(id), true as const])),
    [selecao],
  )
  const visiveis = useMemo(
    () => colunas.filter(({ meta }) => largura >= (meta?.minima ?? (meta?.soLarga ? LARGURA_FOLGADA : 0))),
    [colunas, largura],
  )
  const elastica = (meta: MetaColuna | undefined) =>
    typeof meta?.elastica === 'number' ? largura < meta.elastica : meta?.elastica === true
  const table = useTable({
    features,
    columns: visiveis,
    data: consulta.data?.data ?? (SEM_LINHAS as T[]),
    getRowId: (linha) => String(linha.id),
    state: { rowSelection },
    onRowSelectionChange: (mudanca) => {
      const nova = typeof mudanca === 'function' ? mudanca(rowSelection) : mudanca
      aoSelecionar?.(new Set(Object.keys(nova).map(Number)))
    },
  })
  return { moldura, table, elastica, total: visiveis.length + (aoSelecionar ? 1 : 0) }
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
      {children}
      {ativa && <Seta size={16} />}
    </button>
  )
}

const LINHAS_ESQUELETO = 20
function Esqueleto({ colunas }: { colunas: number }) {
  return Array.from({ length: LINHAS_ESQUELETO }, (_, linha) => (
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
