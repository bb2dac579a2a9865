import HistoryOutlined from '@mui/icons-material/HistoryOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Log } from '#contract/logs.ts'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { cor, type Tom } from '#web/theme.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { type Coluna, DataTable } from '#web/ui/DataTable.tsx'
import { Entrada as Campo, Escolha } from '#web/ui/entradas.tsx'
import { EmptyFiltered, EmptyState } from '#web/ui/estados.tsx'
import { diaEHora, plural } from '#web/ui/formatos.ts'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'

type Consulta = NonNullable<Entrada<'GET /api/admin/logs'>['query']>
const logsQuery = (query: Consulta) =>
  queryOptions({
    queryKey: ['logs', query],
    queryFn: ({ signal }) => callApi('GET /api/admin/logs', { query }, { signal }),
    placeholderData: keepPreviousData,
  })

const NIVEIS: Record<Log['nivel'], { rotulo: string; tom: Tom }> = {
  info: { rotulo: 'Informação', tom: 'neutral' },
  aviso: { rotulo: 'Aviso', tom: 'warning' },
  erro: { rotulo: 'Erro', tom: 'error' },
}
const FILTROS = ['nivel', 'acao', 'usuario_id', 'de', 'ate', 'busca'] as const

/** One line a fact, newest first. Nothing here is ever altered. */
export function AdminLogsPage() {
  const { filtros, mudar, pagina } = useFiltros()
  const consulta = useQuery(
    logsQuery({ page: pagina, ...Object.fromEntries(FILTROS.map((nome) => [nome, filtros[nome]])) } as Consulta),
  )
  const filtrado = FILTROS.some((nome) => filtros[nome])
  const limpar = () => mudar(Object.fromEntries(FILTROS.map((nome) => [nome, undefined])))
  return (
    <Page
      cheia
      inicio={
        <Typography>
          {consulta.data ? plural(consulta.data.total, 'registro', 'registros') : 'Registros do sistema'}
        </Typography>
      }
      acoes={<SearchField rotulo="Buscar nos registros" valor={filtros.busca} aoMudar={(busca) => mudar({ busca })} />}
    >
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 200px)' } }}>
        <Escolha
          rotulo="Nível"
          valor={filtros.nivel ?? ''}
          vazio="Todos"
          opcoes={Object.entries(NIVEIS).map(([valor, { rotulo }]) => ({ valor, rotulo }))}
          aoMudar={(nivel) => mudar({ nivel: nivel || undefined })}
        />
        <Campo
          rotulo="De"
          type="date"
          value={filtros.de ?? ''}
          onChange={(e) => mudar({ de: e.target.value || undefined })}
        />
        <Campo
          rotulo="Até"
          type="date"
          value={filtros.ate ?? ''}
          onChange={(e) => mudar({ ate: e.target.value || undefined })}
        />
        <Campo
          rotulo="Ação"
          placeholder="cliente.assumir"
          value={filtros.acao ?? ''}
          onChange={(e) => mudar({ acao: e.target.value || undefined })}
        />
      </Box>
      <DataTable
        rotulo="Registros do sistema"
        consulta={consulta}
        colunas={COLUNAS}
        aoPaginar={(page) => mudar({ page }, { empurrar: true })}
        vazio={
          filtrado ? (
            <EmptyFiltered titulo="Nenhum registro com estes filtros" aoLimpar={limpar} />
          ) : (
            <EmptyState
              icone={HistoryOutlined}
              titulo="Nada aconteceu ainda"
              texto="Cada mudança de estado, de pessoa e de configuração fica registrada aqui."
            />
          )
        }
        celular={(log) => (
          <>
            <Box>{log.descricao}</Box>
            <Box sx={{ fontSize: 12, color: cor.text3 }}>
              {diaEHora(log.created_at)} · {log.usuario?.name ?? 'Sistema'}
            </Box>
          </>
        )}
      />
    </Page>
  )
}

const COLUNAS: Coluna<Log>[] = [
  { id: 'quando', header: 'Quando', cell: ({ row }) => diaEHora(row.original.created_at), meta: { largura: 144 } },
  {
    id: 'nivel',
    header: 'Nível',
    cell: ({ row }) => <Chip tom={NIVEIS[row.original.nivel].tom}>{NIVEIS[row.original.nivel].rotulo}</Chip>,
    meta: { largura: 120 },
  },
  {
    id: 'acao',
    header: 'Ação',
    cell: ({ row }) => <Acao acao={row.original.acao} />,
    meta: { largura: 220, soLarga: true },
  },
  { id: 'descricao', header: 'O que aconteceu', cell: ({ row }) => <Descricao log={row.original} /> },
  { id: 'quem', header: 'Quem', cell: ({ row }) => row.original.usuario?.name ?? 'Sistema', meta: { largura: 180 } },
]

/** The word of the action filters when clicked. */
function Acao({ acao }: { acao: string }) {
  const { mudar } = useFiltros()
  return (
    <Box
      component="button"
      type="button"
      title="Filtrar por esta ação"
      onClick={() => mudar({ acao })}
      sx={{
        border: 0,
        background: 'none',
        p: 0,
        cursor: 'pointer',
        fontFamily: 'monospace',
        fontSize: 13,
        color: 'text.secondary',
      }}
    >
      {acao}
    </Box>
  )
}

function Descricao({ log }: { log: Log }) {
  if (log.entidade !== 'cliente' || !log.entidade_id) return <span title={log.descricao}>{log.descricao}</span>
  return (
    <Link to="/admin/clientes" search={{ cliente: String(log.entidade_id) }} title={log.descricao}>
      {log.descricao}
    </Link>
  )
}
