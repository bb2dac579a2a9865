import ArrowDownwardOutlined from '@mui/icons-material/ArrowDownwardOutlined'
import GroupOutlined from '@mui/icons-material/GroupOutlined'
import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { hoje } from '#web/api/agora.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { dashboardOperadoresQuery } from '#web/operadores/operadores.api.ts'
import { cor, tons } from '#web/theme.ts'
import { EmptyState, ErrorState } from '#web/ui/estados.tsx'
import { dinheiro, duracao, numero, plural } from '#web/ui/formatos.ts'
import { Iniciais } from '#web/ui/Iniciais.tsx'
import { BotaoLink } from '#web/ui/ligacoes.tsx'
import { Quadro } from '#web/ui/Quadro.tsx'
import { StatusChip, statusOperador } from '#web/ui/StatusChip.tsx'
import { mesInteiro } from './GraficoMensal.tsx'

type UmOperador = Resposta<'GET /api/admin/dashboard/operadores'>[number]
const Nome = createLink(MuiLink)

/** Who works here, by what was received; the bars share one scale, and a name opens that operator. */
export function OperadoresDoMes() {
  const { data, error, refetch } = useQuery(dashboardOperadoresQuery)
  const estreita = useMediaQuery('(max-width: 599.95px)')
  const operadores = data && [...data].sort((a, b) => b.valor_recebido_mes - a.valor_recebido_mes)
  const maximo = Math.max(1, ...(data ?? []).map((um) => um.valor_recebido_mes))
  return (
    <Quadro
      titulo={`Operadores em ${mesInteiro(hoje().slice(0, 7))}`}
      acao={<BotaoLink to="/admin/operadores">Gerir operadores</BotaoLink>}
    >
      <Box sx={{ mt: 2 }}>
        {error && !data ? (
          <ErrorState titulo="Não foi possível abrir a lista" erro={error} aoTentar={() => void refetch()} />
        ) : operadores?.length === 0 ? (
          <EmptyState
            icone={GroupOutlined}
            titulo="Nenhum operador ainda"
            texto="Operadores atendem os clientes que respondem às cobranças."
          />
        ) : estreita ? (
          <Itens operadores={operadores} maximo={maximo} />
        ) : (
          <Tabela operadores={operadores} maximo={maximo} />
        )}
      </Box>
    </Quadro>
  )
}

interface ListaProps {
  operadores: UmOperador[] | undefined
  maximo: number
}

function Tabela({ operadores, maximo }: ListaProps) {
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small" aria-label="Operadores no mês">
        <TableHead>
          <TableRow sx={{ height: 36, '& > :first-of-type': { pl: 5 }, '& > :last-child': { pr: 5 } }}>
            <TableCell>Operador</TableCell>
            <TableCell>Situação</TableCell>
            <TableCell align="right">Clientes vinculados</TableCell>
            <TableCell align="right">Contatos no mês</TableCell>
            <TableCell align="right" aria-sort="descending">
              <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
                <ArrowDownwardOutlined sx={{ fontSize: 16 }} aria-hidden /> Recebido no mês
              </Box>
            </TableCell>
            <TableCell align="right">Resposta média</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>{operadores?.map((um) => <Linha key={um.id} um={um} maximo={maximo} />) ?? <Esqueleto />}</TableBody>
      </Table>
    </Box>
  )
}

const LINHA = {
  height: 40,
  '& > :first-of-type': { pl: 5 },
  '& > :last-child': { pr: 5 },
  '&:last-child > *': { border: 0 },
} as const

const Esqueleto = () =>
  [0, 1, 2].map((linha) => (
    <TableRow key={linha} sx={LINHA}>
      {[0, 1, 2, 3, 4, 5].map((coluna) => (
        <TableCell key={coluna}>
          <Skeleton />
        </TableCell>
      ))}
    </TableRow>
  ))

function Linha({ um, maximo }: { um: UmOperador; maximo: number }) {
  return (
    <TableRow hover sx={{ ...LINHA, '&.MuiTableRow-hover:hover': { background: cor.hover } }}>
      <TableCell sx={{ maxWidth: 280 }}>
        <Quem um={um} />
      </TableCell>
      <TableCell>
        <StatusChip de={statusOperador[um.status]} />
      </TableCell>
      <TableCell align="right">{numero(um.clientes_vinculados)}</TableCell>
      <TableCell align="right">{numero(um.contatos_mes)}</TableCell>
      <TableCell align="right">
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 2, whiteSpace: 'nowrap' }}>
          {um.valor_recebido_mes ? dinheiro(um.valor_recebido_mes) : '—'}
          <Barra parte={um.valor_recebido_mes / maximo} />
        </Box>
      </TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        {resposta(um)}
      </TableCell>
    </TableRow>
  )
}

const resposta = ({ tempo_medio_resposta_s: segundos }: UmOperador) =>
  segundos === null ? '—' : segundos < 60 ? `${segundos} s` : duracao(segundos * 1000)

function Quem({ um }: { um: UmOperador }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2.5, minWidth: 0 }}>
      <Iniciais nome={um.name} tamanho={24} />
      <Nome
        to="/admin/operadores"
        search={{ operador: String(um.id) }}
        underline="hover"
        sx={{
          color: 'text.primary',
          fontWeight: 500,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        }}
      >
        {um.name}
      </Nome>
    </Box>
  )
}

const Barra = ({ parte }: { parte: number }) => (
  <Box aria-hidden sx={{ width: 72, height: 6, borderRadius: '3px', background: cor.surfaceAlt, flexShrink: 0 }}>
    <Box sx={{ width: `${parte * 100}%`, height: 6, borderRadius: '3px', background: tons.neutral.solid }} />
  </Box>
)

function Itens({ operadores, maximo }: ListaProps) {
  if (!operadores) return <Skeleton variant="rounded" height={160} sx={{ m: 5 }} />
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {operadores.map((um) => (
        <Box
          component="li"
          key={um.id}
          sx={{ display: 'grid', gap: 1.5, px: 5, py: 3, borderTop: `1px solid ${cor.rowDivider}` }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
            <Quem um={um} />
            <Box sx={{ ml: 'auto', flexShrink: 0 }}>
              <StatusChip de={statusOperador[um.status]} />
            </Box>
          </Box>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, fontVariantNumeric: 'tabular-nums' }}>
            {dinheiro(um.valor_recebido_mes)}
            <Barra parte={um.valor_recebido_mes / maximo} />
          </Box>
          <Box sx={{ fontSize: 12, lineHeight: '16px', color: cor.text3 }}>
            {plural(um.clientes_vinculados, 'cliente', 'clientes')} · {plural(um.contatos_mes, 'contato', 'contatos')} ·
            resposta {resposta(um)}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
