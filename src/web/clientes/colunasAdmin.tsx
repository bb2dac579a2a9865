import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'
import type { Cliente } from '#contract/clientes.ts'
import { cor, tons } from '#web/theme.ts'
import type { Coluna } from '#web/ui/DataTable.tsx'
import { dinheiro, documento, plural, telefone, valor } from '#web/ui/formatos.ts'
import { StatusChip, statusCliente } from '#web/ui/StatusChip.tsx'
import { passoDeAbrir, useFiltros } from '#web/ui/useFiltros.ts'

const MUITAS_CHAMADAS = 3
const Ligacao = createLink(MuiLink)
const CORTA = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** Opens the customer beside the list, under the same filters. */
function Nome({ cliente }: { cliente: Cliente }) {
  const { filtros } = useFiltros()
  return (
    <Ligacao
      to="/admin/clientes"
      search={{ ...filtros, cliente: String(cliente.id) }}
      {...passoDeAbrir('cliente', filtros)}
      underline="hover"
      title={cliente.nome}
      onClick={(evento) => evento.stopPropagation()}
      sx={{ color: 'text.primary', fontWeight: 500, display: 'block', ...CORTA }}
    >
      {cliente.nome}
    </Ligacao>
  )
}

const Secundario = ({ children }: { children: string }) => (
  <Box component="span" sx={{ color: 'text.secondary' }}>
    {children}
  </Box>
)

function Operador({ cliente }: { cliente: Cliente }) {
  const nome = cliente.operador?.name
  return (
    <Box title={nome} sx={{ maxWidth: 160, ...CORTA, ...(!nome && { color: cor.text3 }) }}>
      {nome ?? 'ninguém'}
    </Box>
  )
}

const Atraso = ({ cliente }: { cliente: Cliente }) =>
  cliente.dias_atraso > 0 ? (
    <Box component="span" sx={{ color: tons.error.texto, fontWeight: 500 }}>
      {cliente.dias_atraso} d
    </Box>
  ) : (
    '—'
  )

function Chamadas({ n }: { n: number }) {
  if (n < MUITAS_CHAMADAS) return n
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-block',
        minWidth: 22,
        px: 1.5,
        borderRadius: '6px',
        textAlign: 'center',
        fontWeight: 500,
        lineHeight: '22px',
        background: tons.error.fundo,
        color: tons.error.texto,
      }}
    >
      {n}
    </Box>
  )
}

export const COLUNAS: Coluna<Cliente>[] = [
  {
    id: 'nome',
    header: 'Cliente',
    cell: ({ row }) => <Nome cliente={row.original} />,
    meta: { ordem: 'nome', elastica: 1240 },
  },
  {
    id: 'documento',
    header: 'Documento',
    cell: ({ row }) => <Secundario>{documento(row.original.documento)}</Secundario>,
    meta: { minima: 900 },
  },
  {
    id: 'telefone',
    header: 'Telefone',
    cell: ({ row }) => <Secundario>{telefone(row.original.telefone)}</Secundario>,
    meta: { minima: 1040 },
  },
  {
    id: 'status',
    header: 'Situação',
    cell: ({ row }) => <StatusChip de={statusCliente[row.original.status]} />,
    meta: { minima: 640 },
  },
  { id: 'operador', header: 'Operador', cell: ({ row }) => <Operador cliente={row.original} />, meta: { minima: 760 } },
  {
    id: 'aberto',
    header: 'Em aberto',
    cell: ({ row }) => (
      <Box component="span" sx={{ fontWeight: 500 }}>
        {valor(row.original.valor_em_aberto)}
      </Box>
    ),
    meta: { direita: true, ordem: 'valor' },
  },
  {
    id: 'atraso',
    header: 'Atraso',
    cell: ({ row }) => <Atraso cliente={row.original} />,
    meta: { direita: true, ordem: 'atraso' },
  },
  {
    id: 'chamadas',
    header: 'Chamadas',
    cell: ({ row }) => <Chamadas n={row.original.numero_chamadas} />,
    meta: { direita: true, ordem: 'chamadas', minima: 560 },
  },
]

/** On a phone: name and status; then who it is and what is owed, since when. */
export function ItemAdmin({ cliente, comStatus }: { cliente: Cliente; comStatus: boolean }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Nome cliente={cliente} />
        </Box>
        {comStatus && (
          <Box sx={{ flexShrink: 0 }}>
            <StatusChip de={statusCliente[cliente.status]} />
          </Box>
        )}
      </Box>
      <Box sx={{ display: 'flex', gap: 2, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        <Box sx={{ minWidth: 0, ...CORTA }}>
          {documento(cliente.documento)} · {cliente.operador?.name ?? 'ninguém'}
        </Box>
        <Box sx={{ ml: 'auto', flexShrink: 0, color: 'text.primary', fontWeight: 500 }}>
          {dinheiro(cliente.valor_em_aberto)}
        </Box>
      </Box>
      {(cliente.dias_atraso > 0 || cliente.numero_chamadas >= MUITAS_CHAMADAS) && (
        <Box sx={{ fontSize: 12, lineHeight: '16px', color: tons.error.texto }}>
          {[
            cliente.dias_atraso > 0 && `${plural(cliente.dias_atraso, 'dia', 'dias')} de atraso`,
            cliente.numero_chamadas >= MUITAS_CHAMADAS && `${cliente.numero_chamadas} chamadas`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Box>
      )}
    </Box>
  )
}
