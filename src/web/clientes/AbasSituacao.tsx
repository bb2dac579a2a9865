import { useQuery } from '@tanstack/react-query'
import { STATUS_CLIENTE, type StatusCliente } from '#domain/cliente.ts'
import { statusCliente } from '#web/ui/StatusChip.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { contagemQuery } from './admin.queries.ts'

const TODOS = 'todos'

interface Props {
  painel: string
  status: StatusCliente | undefined
  aoMudar: (status: StatusCliente | undefined) => void
}

/** Each status with how many there are, whatever the filters. */
export function AbasSituacao({ painel, status, aoMudar }: Props) {
  const { data, error } = useQuery(contagemQuery)
  const semTotal = error ? undefined : null
  const total = data ? STATUS_CLIENTE.reduce((soma, um) => soma + (data[um] ?? 0), 0) : semTotal
  return (
    <Tabs
      daTela
      rotulo="Situação dos clientes"
      painel={painel}
      abas={[
        { valor: TODOS, rotulo: 'Todos', total },
        ...STATUS_CLIENTE.map((um) => ({
          valor: um,
          rotulo: statusCliente[um].rotulo,
          total: data ? (data[um] ?? 0) : semTotal,
        })),
      ]}
      atual={status ?? TODOS}
      aoMudar={(um) => aoMudar(um === TODOS ? undefined : um)}
    />
  )
}
