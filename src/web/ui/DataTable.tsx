import { type ColumnDef, metaHelper, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { type CSSProperties, Fragment, type MouseEvent, type ReactNode, useMemo } from 'react'
import { faltaAtual } from '#web/api/rede.ts'
import { useEstado } from '#web/api/useEstado.ts'
import { ArrowDownwardOutlined } from '#web/ui/icons/ArrowDownwardOutlined.tsx'
import { ArrowUpwardOutlined } from '#web/ui/icons/ArrowUpwardOutlined.tsx'
import { CloudOffOutlined } from '#web/ui/icons/CloudOffOutlined.tsx'
import { SearchOffOutlined } from '#web/ui/icons/SearchOffOutlined.tsx'
import { Button } from './Button.tsx'
import { Card } from './Card.tsx'
import { Checkbox } from './Choice.tsx'
import { EmptyState, ErrorState } from './estados.tsx'
import { Pager } from './Pager.tsx'
import { Progress } from './Progress.tsx'
import { Skeleton, SkeletonList } from './Skeleton.tsx'
import { useLargura } from './useLargura.ts'
import { useMedia } from './useMedia.ts'
import './table.css'

interface MetaColuna {
  /** Numbers and money stand at the right. */
  direita?: boolean
  largura?: number | string
  /** The word the address and the server sort by. */
  ordem?: string
  /** Left out where the table itself is narrower than 1000 px. */
  soLarga?: boolean
  /** Left out where the table itself is narrower than this. */
  minima?: number
  /** Takes the room that the others leave, and is cut where it ends; a number: only where the table is narrower. */
  elastica?: boolean | number
}
const features = tableFeatures({ rowSelectionFeature, columnMeta: metaHelper<MetaColuna>() })
type Linha = { id: number }
export type Coluna<T extends Linha> = ColumnDef<typeof features, T, unknown>

export interface PaginaDe<T> {
  data: T[]
  current_page: number
  last_page: number
  per_page: number
  total: number
}
/** What useQuery gives, as far as a table looks at it. */
interface Consulta<T> {
  data: PaginaDe<T> | undefined
  error: unknown
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

interface Props<T extends Linha> {
  rotulo: string
  consulta: Consulta<T>
  colunas: Coluna<T>[]
  aoPaginar: (pagina: number) => void
  /** Shown when the list is empty: EmptyState, or EmptyFiltered under filters. */
  vazio: ReactNode
  /** On a narrow window each row becomes a two-line item. */
  celular: (linha: T) => ReactNode
  /** Narrower than this it is one; a table of wide amounts needs more room than others. */
  listaAbaixoDe?: number
  aoAbrir?: ((linha: T) => void) | undefined
  abertoId?: number | undefined
  ordem?: string | undefined
  aoOrdenar?: (ordem: string) => void
  selecao?: ReadonlySet<number>
  aoSelecionar?: (ids: Set<number>) => void
  /** How a row is called when it is read aloud to be chosen. */
  nomeDaLinha?: (linha: T) => string
  /** Rows under one heading, such as the day; it is shown where it changes. */
  grupo?: (linha: T) => string
  /** In the pager, after the count: the sum of the search. */
  resumo?: ReactNode
  /** How many there are stands over the list: of one page the pager says nothing more. */
  contada?: boolean
  /** What a search counts up to. */
  teto?: number | undefined
  alturaLinha?: number
}

/** A server's list in its five states: loading, next page, full, empty, error. The pager never scrolls away. */
export function DataTable<T extends Linha>(props: Props<T>) {
  const { consulta, rotulo, vazio, resumo, teto, contada, aoPaginar, listaAbaixoDe = 600 } = props
  const estreita = useMedia(`(max-width: ${listaAbaixoDe - 0.05}px)`)
  const falta = useEstado(faltaAtual)
  const { error } = consulta
  // Away from the network other rows than those asked for would stand under the wrong tab, with nothing on its way.
  const semOutra = consulta.isPlaceholderData && falta !== null
  const data = semOutra ? undefined : consulta.data
  const temLinhas = Boolean(data?.data.length)
  const buscandoOutra = !semOutra && consulta.isPlaceholderData && consulta.isFetching

  return (
    <Card
      aria-label={rotulo}
      aria-busy={consulta.isFetching}
      className={temLinhas ? 'data-table' : data ? 'data-table empty inteiro' : 'data-table empty'}
    >
      {buscandoOutra && <Progress rotulo="Carregando" />}
      {/* Rows that lead nowhere scroll by the keyboard too. */}
      <div className="data-table-scroll" tabIndex={temLinhas && !props.aoAbrir ? 0 : undefined}>
        {semOutra ? (
          <EmptyState
            icone={CloudOffOutlined}
            titulo="Esta lista ainda não foi aberta"
            texto="Sem conexão ela não pode ser buscada. Aparece aqui assim que a rede voltar."
          />
        ) : error && !data ? (
          <ErrorState titulo="Não foi possível abrir a lista" erro={error} aoTentar={() => consulta.refetch()} />
        ) : data && data.data.length === 0 ? (
          data.total > 0 ? (
            <PaginaPassada ultima={data.last_page} aoPaginar={aoPaginar} />
          ) : (
            vazio
          )
        ) : (
          <div className={buscandoOutra ? 'data-table-rows old' : 'data-table-rows'}>
            {estreita ? <ListaCelular {...props} /> : <Grade {...props} />}
          </div>
        )}
      </div>
      {data && data.total > 0 && !(contada && data.last_page === 1) && (
        <Pager pagina={data} resumo={resumo} teto={teto} aoMudar={aoPaginar} />
      )}
    </Card>
  )
}

const LARGURA_FOLGADA = 1000
const SEM_LINHAS: never[] = []
function Grade<T extends Linha>(props: Props<T>) {
  const {
    consulta,
    colunas,
    selecao,
    aoSelecionar,
    aoAbrir,
    abertoId,
    ordem,
    aoOrdenar,
    rotulo,
    nomeDaLinha = ({ id }) => `a linha ${id}`,
    grupo,
    alturaLinha = 40,
  } = props
  const [moldura, largura] = useLargura<HTMLDivElement>()
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

  const alinhada = (meta: MetaColuna | undefined) => (meta?.direita ? 'at-end' : undefined)
  const total = visiveis.length + (aoSelecionar ? 1 : 0)
  return (
    <div ref={moldura}>
      <table className="table" aria-label={rotulo} style={{ '--row': `${alturaLinha}px` } as CSSProperties}>
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
                        <table.FlexRender header={cabeca} />
                      </Ordenavel>
                    ) : (
                      <table.FlexRender header={cabeca} />
                    )}
                  </th>
                )
              })}
            </tr>
          ))}
        </thead>
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
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A press on a row opens it, but not one on what in it is to be pressed by itself. */
const aoTocar = (abrir: () => void) => (evento: MouseEvent<HTMLElement>) =>
  (evento.target as Element).closest('a, button, label, .choose, [popover]') ? undefined : abrir()

/** Whether a heading stands before this row. */
const comeca = <T,>(grupo: ((linha: T) => string) | undefined, linha: T, anterior: T | undefined) =>
  grupo !== undefined && (anterior === undefined || grupo(anterior) !== grupo(linha))

/** The list became shorter than the page in the address. */
const PaginaPassada = ({ ultima, aoPaginar }: { ultima: number; aoPaginar: (pagina: number) => void }) => (
  <EmptyState
    icone={SearchOffOutlined}
    titulo="Esta página já não existe"
    texto="A lista ficou menor desde que o endereço foi aberto."
    acao={
      <Button variant="outlined" onClick={() => aoPaginar(ultima)}>
        Ir para a última página
      </Button>
    }
  />
)

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

function ListaCelular<T extends Linha>(props: Props<T>) {
  const { consulta, celular, aoAbrir, rotulo, grupo, selecao, aoSelecionar } = props
  const { nomeDaLinha = ({ id }) => `a linha ${id}` } = props
  if (!consulta.data)
    return (
      <div className="data-list-loading">
        <SkeletonList linhas={10} altura={56} />
      </div>
    )
  const alternar = (id: number) => {
    const nova = new Set(selecao)
    if (!nova.delete(id)) nova.add(id)
    aoSelecionar?.(nova)
  }
  return (
    <ul aria-label={rotulo} className="data-list">
      {consulta.data.data.map((linha, i, linhas) => (
        <Fragment key={linha.id}>
          {comeca(grupo, linha, linhas[i - 1]) && <li className="group">{grupo?.(linha)}</li>}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: its main line is the link; the rest of it is for the finger */}
          <li
            className={aoAbrir ? 'opens' : undefined}
            data-selected={selecao?.has(linha.id) || undefined}
            onClick={aoAbrir && aoTocar(() => aoAbrir(linha))}
          >
            {aoSelecionar && (
              <div className="choose">
                <Checkbox
                  checked={selecao?.has(linha.id) ?? false}
                  onChange={() => alternar(linha.id)}
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
