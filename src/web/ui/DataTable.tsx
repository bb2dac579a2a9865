import ArrowDownwardOutlined from '@mui/icons-material/ArrowDownwardOutlined'
import ArrowUpwardOutlined from '@mui/icons-material/ArrowUpwardOutlined'
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import SearchOffOutlined from '@mui/icons-material/SearchOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import LinearProgress from '@mui/material/LinearProgress'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ColumnDef, metaHelper, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { Fragment, type ReactNode, useMemo } from 'react'
import { useFalta } from '#web/api/useFalta.ts'
import { cor } from '#web/theme.ts'
import { EmptyState, ErrorState } from './estados.tsx'
import { Pager } from './Pager.tsx'
import { useLargura } from './useLargura.ts'

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
  const estreita = useMediaQuery(`(max-width: ${listaAbaixoDe - 0.05}px)`)
  const falta = useFalta()
  const { error } = consulta
  // Away from the network other rows than those asked for would stand under the wrong tab, with nothing on its way.
  const semOutra = consulta.isPlaceholderData && falta !== null
  const data = semOutra ? undefined : consulta.data
  const temLinhas = Boolean(data?.data.length)
  const buscandoOutra = !semOutra && consulta.isPlaceholderData && consulta.isFetching

  return (
    <Card
      component="section"
      aria-label={rotulo}
      aria-busy={consulta.isFetching}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        minHeight: temLinhas ? undefined : 280,
        position: 'relative',
        // What says that there is nothing is never cut.
        flex: data && !temLinhas ? '0 0 auto' : '0 1 auto',
      }}
    >
      {buscandoOutra && (
        <LinearProgress
          sx={{ position: 'absolute', insetInline: 0, top: 0, height: 2, zIndex: 3 }}
          aria-label="Carregando"
        />
      )}
      <Box
        // Rows that lead nowhere scroll by the keyboard too.
        tabIndex={temLinhas && !props.aoAbrir ? 0 : undefined}
        sx={{
          outlineOffset: -2,
          overflow: temLinhas ? 'auto' : 'hidden',
          flex: '1 1 auto',
          minHeight: 0,
          display: 'flex',
          flexDirection: 'column',
        }}
      >
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
          <Box sx={{ opacity: buscandoOutra ? 0.6 : 1, transition: 'opacity 120ms 150ms' }}>
            {estreita ? <ListaCelular {...props} /> : <Grade {...props} />}
          </Box>
        )}
      </Box>
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

  return (
    <div ref={moldura}>
      <Table size="small" stickyHeader aria-label={rotulo} sx={{ minWidth: 480 }}>
        <TableHead>
          {table.getHeaderGroups().map((cabecas) => (
            <TableRow key={cabecas.id} sx={{ height: 40, ...BORDAS }}>
              {aoSelecionar && (
                <TableCell padding="checkbox">
                  <Checkbox
                    size="small"
                    checked={table.getIsAllRowsSelected()}
                    indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                    onChange={table.getToggleAllRowsSelectedHandler()}
                    slotProps={{ input: { 'aria-label': 'Selecionar as linhas desta página' } }}
                  />
                </TableCell>
              )}
              {cabecas.headers.map((cabeca) => {
                const meta = cabeca.column.columnDef.meta
                return (
                  <TableCell
                    key={cabeca.id}
                    align={meta?.direita ? 'right' : 'left'}
                    sx={{ width: elastica(meta) ? '100%' : meta?.largura, whiteSpace: 'nowrap' }}
                    {...ariaOrdem(ordem, meta?.ordem)}
                  >
                    {meta?.ordem && aoOrdenar ? (
                      <Ordenavel palavra={meta.ordem} ordem={ordem} aoOrdenar={aoOrdenar}>
                        <table.FlexRender header={cabeca} />
                      </Ordenavel>
                    ) : (
                      <table.FlexRender header={cabeca} />
                    )}
                  </TableCell>
                )
              })}
            </TableRow>
          ))}
        </TableHead>
        <TableBody>
          {!consulta.data && <Esqueleto colunas={visiveis.length + (aoSelecionar ? 1 : 0)} altura={alturaLinha} />}
          {table.getRowModel().rows.map((linha, i, linhas) => (
            <Fragment key={linha.id}>
              {comeca(grupo, linha.original, linhas[i - 1]?.original) && (
                <TableRow sx={{ height: 32, background: '#FBFCFE' }}>
                  <TableCell
                    component="th"
                    scope="rowgroup"
                    colSpan={visiveis.length + (aoSelecionar ? 1 : 0)}
                    sx={GRUPO}
                  >
                    {grupo?.(linha.original)}
                  </TableCell>
                </TableRow>
              )}
              <TableRow
                hover
                selected={linha.getIsSelected() || linha.original.id === abertoId}
                onClick={aoAbrir && (() => aoAbrir(linha.original))}
                sx={{
                  height: alturaLinha,
                  ...BORDAS,
                  cursor: aoAbrir ? 'pointer' : 'default',
                  '&.MuiTableRow-hover:hover': { background: cor.hover },
                  '&.Mui-selected, &.Mui-selected:hover': { background: `${cor.primaryTint} !important` },
                  '& .ao-passar': { opacity: { xs: 1, md: 0 } },
                  '&:hover .ao-passar, &:focus-within .ao-passar': { opacity: 1 },
                }}
              >
                {aoSelecionar && (
                  <TableCell padding="checkbox" onClick={(evento) => evento.stopPropagation()}>
                    <Checkbox
                      size="small"
                      checked={linha.getIsSelected()}
                      onChange={linha.getToggleSelectedHandler()}
                      slotProps={{ input: { 'aria-label': `Selecionar ${nomeDaLinha(linha.original)}` } }}
                    />
                  </TableCell>
                )}
                {linha.getAllCells().map((celula) => (
                  <TableCell
                    key={celula.id}
                    align={celula.column.columnDef.meta?.direita ? 'right' : 'left'}
                    sx={{
                      maxWidth: elastica(celula.column.columnDef.meta) ? 0 : 320,
                      overflow: 'hidden',
                      textOverflow: 'ellipsis',
                      whiteSpace: 'nowrap',
                    }}
                  >
                    <table.FlexRender cell={celula} />
                  </TableCell>
                ))}
              </TableRow>
            </Fragment>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

/** The first and the last cell keep the card's margin. */
const BORDAS = {
  '& > :first-of-type': { pl: 5 },
  '& > .MuiTableCell-paddingCheckbox': { pl: 3 },
  '& > :last-child': { pr: 5 },
} as const
const GRUPO = { pl: 5, fontSize: 13, lineHeight: '18px', fontWeight: 500, color: 'text.secondary' } as const

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
  return (
    <TableSortLabel
      active={ativa}
      hideSortIcon
      direction={descendo ? 'desc' : 'asc'}
      IconComponent={descendo ? ArrowDownwardOutlined : ArrowUpwardOutlined}
      sx={{ '& .MuiTableSortLabel-icon': { transform: 'none !important', fontSize: 16 } }}
      onClick={() => aoOrdenar(ativa && !descendo ? `-${palavra}` : palavra)}
    >
      {children}
    </TableSortLabel>
  )
}

const LINHAS_ESQUELETO = 20
function Esqueleto({ colunas, altura }: { colunas: number; altura: number }) {
  return Array.from({ length: LINHAS_ESQUELETO }, (_, linha) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
    <TableRow key={linha} sx={{ height: altura }}>
      {Array.from({ length: colunas }, (_, coluna) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <TableCell key={coluna}>
          <Skeleton width={`${55 + ((linha * 7 + coluna * 13) % 35)}%`} />
        </TableCell>
      ))}
    </TableRow>
  ))
}

function ListaCelular<T extends Linha>(props: Props<T>) {
  const { consulta, celular, aoAbrir, rotulo, grupo, selecao, aoSelecionar } = props
  const { nomeDaLinha = ({ id }) => `a linha ${id}` } = props
  if (!consulta.data)
    return (
      <Box sx={{ p: 4 }}>
        {[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => (
          <Skeleton key={n} height={56} />
        ))}
      </Box>
    )
  const alternar = (id: number) => {
    const nova = new Set(selecao)
    if (!nova.delete(id)) nova.add(id)
    aoSelecionar?.(nova)
  }
  return (
    <Box component="ul" aria-label={rotulo} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {consulta.data.data.map((linha, i, linhas) => (
        <Fragment key={linha.id}>
          {comeca(grupo, linha, linhas[i - 1]) && (
            <Box component="li" sx={{ ...GRUPO, px: 4, py: 1.5, background: '#FBFCFE' }}>
              {grupo?.(linha)}
            </Box>
          )}
          <Box
            component="li"
            onClick={aoAbrir && (() => aoAbrir(linha))}
            sx={{
              display: 'flex',
              alignItems: 'center',
              px: 4,
              py: 3,
              borderBottom: `1px solid ${cor.rowDivider}`,
              cursor: aoAbrir ? 'pointer' : 'default',
              background: selecao?.has(linha.id) ? cor.primaryTint : undefined,
            }}
          >
            {aoSelecionar && (
              <Box sx={{ ml: -3, mr: 1 }} onClick={(evento) => evento.stopPropagation()}>
                <Checkbox
                  checked={selecao?.has(linha.id) ?? false}
                  onChange={() => alternar(linha.id)}
                  sx={{ p: 3 }}
                  slotProps={{ input: { 'aria-label': `Selecionar ${nomeDaLinha(linha)}` } }}
                />
              </Box>
            )}
            <Box sx={{ flex: 1, minWidth: 0 }}>{celular(linha)}</Box>
          </Box>
        </Fragment>
      ))}
    </Box>
  )
}
