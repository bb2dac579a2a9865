import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useQuery } from '@tanstack/react-query'
import type { Cliente } from '#contract/clientes.ts'
import { cor } from '#web/theme.ts'
import { numero } from '#web/ui/formatos.ts'
import { statusCliente } from '#web/ui/StatusChip.tsx'
import { contagemQuery } from './admin.api.ts'

export type Status = Cliente['status']
export const STATUS = Object.keys(statusCliente) as Status[]

interface Props {
  status: Status | undefined
  aoMudar: (status: Status | undefined) => void
}

/** Each status with how many there are, whatever the filters. */
export function AbasSituacao({ status, aoMudar }: Props) {
  const { data } = useQuery(contagemQuery)
  const total = data && STATUS.reduce((soma, um) => soma + (data[um] ?? 0), 0)
  return (
    <Tabs
      value={status ?? 'todos'}
      onChange={(_, valor: string) => aoMudar(STATUS.find((um) => um === valor))}
      variant="scrollable"
      scrollButtons={false}
      aria-label="Situação dos clientes"
      sx={{
        flexShrink: 0,
        minHeight: 48,
        background: '#FFF',
        borderBottom: `1px solid ${cor.divider}`,
        px: { xs: 3, sm: 6 },
        '& .MuiTabs-scroller': { '&:focus-within': { outline: 'none' } },
      }}
    >
      <Tab value="todos" label={<Contada nome="Todos" n={total} />} />
      {STATUS.map((um) => (
        <Tab key={um} value={um} label={<Contada nome={statusCliente[um].rotulo} n={data?.[um]} />} />
      ))}
    </Tabs>
  )
}

/** The number's room is kept while it is counted. */
const Contada = ({ nome, n }: { nome: string; n: number | undefined }) => (
  <span>
    {nome}
    <Box component="span" sx={{ ml: 1.5, fontWeight: 400, fontVariantNumeric: 'tabular-nums', color: cor.text3 }}>
      {n === undefined ? '…' : numero(n)}
    </Box>
  </span>
)
