import GroupsOutlined from '@mui/icons-material/GroupsOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { dashboardOperadoresQuery } from '#web/operadores/operadores.api.ts'
import { cor, tons } from '#web/theme.ts'
import { type Coluna, DataTable } from '#web/ui/DataTable.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { Escolha } from '#web/ui/entradas.tsx'
import { EmptyFiltered, EmptyState } from '#web/ui/estados.tsx'
import { dinheiro, documento, numero, telefone, valor } from '#web/ui/formatos.ts'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { StatusChip, statusCliente } from '#web/ui/StatusChip.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { clientesAdminQuery, contagemQuery } from './admin.api.ts'
import { ClienteDrawer } from './ClienteDrawer.tsx'
import { DistribuirDialog, TransferirDialog } from './TransferirDialogs.tsx'

type Status = Cliente['status']
const STATUS = Object.keys(statusCliente) as Status[]

/** Every customer, by status; the name opens the customer beside the list. */
export function AdminClientesPage() {
  const { filtros, mudar, pagina } = useFiltros()
  const [selecao, setSelecao] = useState<ReadonlySet<number>>(new Set())
  const status = STATUS.find((um) => um === filtros.status)
  const consulta = useQuery(
    clientesAdminQuery({ page: pagina, busca: filtros.busca, status, operador_id: filtros.operador_id }),
  )
  const aberto = Number(filtros.cliente) || undefined
  const filtrado = Boolean(status || filtros.busca || filtros.operador_id)
  const limpar = () => mudar({ status: undefined, busca: undefined, operador_id: undefined })
  return (
    <>
      <Abas status={status} aoMudar={(novo) => mudar({ status: novo })} />
      <Page cheia>
        {selecao.size > 0 ? (
          <BarraDeSelecao
            selecao={selecao}
            clientes={consulta.data?.data ?? []}
            aoLimpar={() => setSelecao(new Set())}
          />
        ) : (
          <BarraDeFiltros status={status} />
        )}
        <DataTable
          rotulo="Clientes"
          consulta={consulta}
          colunas={status ? COLUNAS.filter((coluna) => coluna.id !== 'status') : COLUNAS}
          selecao={selecao}
          aoSelecionar={setSelecao}
          aoPaginar={(page) => mudar({ page }, { empurrar: true })}
          aoAbrir={(cliente) => mudar({ cliente: cliente.id }, { empurrar: true })}
          abertoId={aberto}
          resumo={consulta.data && `${dinheiro(consulta.data.soma)} em aberto nesta busca`}
          vazio={
            filtrado ? (
              <EmptyFiltered titulo="Nenhum cliente com estes filtros" aoLimpar={limpar} />
            ) : (
              <EmptyState
                icone={GroupsOutlined}
                titulo="Nenhum cliente ainda"
                texto="Operadores trazem os clientes por CSV e as contas por XML de notas."
              />
            )
          }
          celular={(cliente) => (
            <>
              <Box sx={{ display: 'flex', gap: 2 }}>
                <Box sx={{ fontWeight: 500, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
                  {cliente.nome}
                </Box>
                <Box sx={{ ml: 'auto' }}>
                  <StatusChip de={statusCliente[cliente.status]} />
                </Box>
              </Box>
              <Box sx={{ display: 'flex', color: 'text.secondary' }}>
                {documento(cliente.documento)}
                <Box sx={{ ml: 'auto' }}>{dinheiro(cliente.valor_em_aberto)}</Box>
              </Box>
            </>
          )}
        />
      </Page>
      {aberto && <ClienteDrawer id={aberto} aoFechar={() => mudar({ cliente: undefined }, { empurrar: true })} />}
    </>
  )
}

function Abas({ status, aoMudar }: { status: Status | undefined; aoMudar: (status: Status | undefined) => void }) {
  const { data } = useQuery(contagemQuery)
  const total = data && STATUS.reduce((soma, um) => soma + (data[um] ?? 0), 0)
  const contado = (nome: string, n: number | undefined) => (n === undefined ? nome : `${nome} ${numero(n)}`)
  return (
    <Tabs
      value={status ?? 'todos'}
      onChange={(_, valor: string) => aoMudar(STATUS.find((um) => um === valor))}
      variant="scrollable"
      aria-label="Situação dos clientes"
      sx={{ background: '#FFF', borderBottom: `1px solid ${cor.divider}`, px: { xs: 2, sm: 4 } }}
    >
      <Tab value="todos" label={contado('Todos', total)} />
      {STATUS.map((um) => (
        <Tab key={um} value={um} label={contado(statusCliente[um].rotulo, data?.[um])} />
      ))}
    </Tabs>
  )
}

function BarraDeFiltros({ status }: { status: Status | undefined }) {
  const { filtros, mudar } = useFiltros()
  const { data: operadores } = useQuery(dashboardOperadoresQuery)
  const opcoes = [
    { valor: 'nenhum', rotulo: 'Sem operador' },
    ...(operadores ?? []).map((um) => ({ valor: String(um.id), rotulo: um.name })),
  ]
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'flex-start' }}>
      <Box sx={{ pt: '22px' }}>
        <SearchField rotulo="Nome, documento ou telefone" valor={filtros.busca} aoMudar={(busca) => mudar({ busca })} />
      </Box>
      <Box sx={{ width: 220 }}>
        <Escolha
          rotulo="Operador"
          vazio="Todos"
          valor={filtros.operador_id ?? ''}
          opcoes={opcoes}
          aoMudar={(operador_id) => mudar({ operador_id: operador_id || undefined })}
        />
      </Box>
      <Button
        variant="contained"
        sx={{ ml: 'auto', mt: '22px' }}
        onClick={() =>
          void abrir((fechar) => <DistribuirDialog status={status} busca={filtros.busca} aoFechar={fechar} />)
        }
      >
        Distribuir os sem operador
      </Button>
    </Box>
  )
}

interface SelecaoProps {
  selecao: ReadonlySet<number>
  clientes: Cliente[]
  aoLimpar: () => void
}

/** Takes the filters' place, at the same height, so that the table does not move. */
function BarraDeSelecao({ selecao, clientes, aoLimpar }: SelecaoProps) {
  const soma = clientes
    .filter(({ id }) => selecao.has(id))
    .reduce((total, cliente) => total + cliente.valor_em_aberto, 0)
  return (
    <Box
      role="toolbar"
      aria-label="Clientes selecionados"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 3,
        minHeight: 86,
        px: 4,
        borderRadius: 2,
        background: cor.primaryTint,
      }}
    >
      <Typography sx={{ fontWeight: 500 }}>
        {numero(selecao.size)} {selecao.size === 1 ? 'selecionado' : 'selecionados'} · {dinheiro(soma)}
      </Typography>
      <Button
        variant="contained"
        sx={{ ml: 'auto' }}
        onClick={() =>
          void abrir((fechar) => <TransferirDialog ids={[...selecao]} aoTransferir={aoLimpar} aoFechar={fechar} />)
        }
      >
        Transferir
      </Button>
      <Button onClick={aoLimpar}>Limpar seleção</Button>
    </Box>
  )
}

const COLUNAS: Coluna<Cliente>[] = [
  {
    id: 'nome',
    header: 'Cliente',
    cell: ({ row }) => (
      <>
        <Box sx={{ fontWeight: 500, overflow: 'hidden', textOverflow: 'ellipsis' }}>{row.original.nome}</Box>
      </>
    ),
  },
  {
    id: 'documento',
    header: 'Documento',
    cell: ({ row }) => documento(row.original.documento),
    meta: { soLarga: true },
  },
  { id: 'telefone', header: 'Telefone', cell: ({ row }) => telefone(row.original.telefone), meta: { soLarga: true } },
  { id: 'status', header: 'Situação', cell: ({ row }) => <StatusChip de={statusCliente[row.original.status]} /> },
  { id: 'operador', header: 'Operador', cell: ({ row }) => row.original.operador?.name ?? '—' },
  {
    id: 'chamadas',
    header: 'Chamadas',
    cell: ({ row }) => (
      <Box component="span" sx={row.original.numero_chamadas >= 3 ? { color: tons.error.solid, fontWeight: 500 } : {}}>
        {row.original.numero_chamadas}
      </Box>
    ),
    meta: { direita: true, largura: 96 },
  },
  {
    id: 'atraso',
    header: 'Dias de atraso',
    cell: ({ row }) => row.original.dias_atraso || '—',
    meta: { direita: true, largura: 120 },
  },
  {
    id: 'aberto',
    header: 'Em aberto',
    cell: ({ row }) => valor(row.original.valor_em_aberto),
    meta: { direita: true, largura: 120 },
  },
]
