import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { type ComponentProps, type ReactNode, useCallback, useMemo } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { agora } from '#web/api/agora.ts'
import { tons } from '#web/theme.ts'
import { type Coluna, DataTable } from '#web/ui/DataTable.tsx'
import { documento, quando, telefone, valor } from '#web/ui/formatos.ts'
import { Page } from '#web/ui/Page.tsx'
import { StatusChip, statusCliente } from '#web/ui/StatusChip.tsx'
import { useMudarFiltros } from '#web/ui/useFiltros.ts'
import { ItemCliente, NaoLidas } from './ItemCliente.tsx'
import { oQueFoiDito, porquePausado } from './porque.ts'

const LIMITE_CHAMADAS = 3

interface Props {
  rotulo: string
  consulta: ComponentProps<typeof DataTable<Cliente>>['consulta']
  /** The bar over the list. */
  filtros: ReactNode
  vazio: ReactNode
  concluidos?: boolean
}

/** A list of customers as a table; opening one leads to the desk. */
export function ListaClientes({ rotulo, consulta, filtros, vazio, concluidos = false }: Props) {
  const mudar = useMudarFiltros()
  const abrir = useCallback((cliente: Cliente) => mudar({ cliente: cliente.id }, { empurrar: true }), [mudar])
  const colunas = useMemo(() => (concluidos ? COLUNAS_CONCLUIDOS(abrir) : COLUNAS(abrir)), [concluidos, abrir])
  return (
    <Page cheia inicio={filtros}>
      <DataTable
        rotulo={rotulo}
        consulta={consulta}
        colunas={colunas}
        aoPaginar={(page) => mudar({ page })}
        aoAbrir={abrir}
        vazio={vazio}
        celular={(cliente) => <ItemCliente cliente={cliente} />}
      />
    </Page>
  )
}

const nome = (abrir: (cliente: Cliente) => void): Coluna<Cliente> => ({
  id: 'nome',
  header: 'Cliente',
  meta: { elastica: 720 },
  cell: ({ row: { original: cliente } }) => (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
      <Link
        component="button"
        underline="hover"
        sx={{ color: 'text.primary', fontWeight: 500, textAlign: 'left', overflow: 'hidden', textOverflow: 'ellipsis' }}
        onClick={(evento) => {
          evento.stopPropagation()
          abrir(cliente)
        }}
      >
        {cliente.nome}
      </Link>
      {cliente.nao_lidas > 0 && <NaoLidas n={cliente.nao_lidas} />}
    </Box>
  ),
})
const documentoColuna: Coluna<Cliente> = {
  id: 'documento',
  header: 'Documento',
  meta: { soLarga: true },
  cell: ({ row }) => <Box sx={{ color: 'text.secondary' }}>{documento(row.original.documento)}</Box>,
}
const ultima: Coluna<Cliente> = {
  id: 'ultima',
  header: 'Última mensagem',
  meta: { minima: 720, elastica: true },
  cell: ({ row: { original: cliente } }) => (
    <Box component="span" title={cliente.ultima_mensagem?.conteudo} sx={{ color: 'text.secondary' }}>
      {ultimaEmPalavras(cliente)}
    </Box>
  ),
}

/** A pause by its reason; anything else by what was said, and when. */
function ultimaEmPalavras(cliente: Cliente): string {
  const { status, ultima_mensagem: ultima } = cliente
  if (status === 'pausado') return porquePausado(cliente)
  if (!ultima) return '—'
  const em = quando(ultima.created_at, agora())
  if (ultima.direcao === 'recebida') return `“${ultima.conteudo}”, ${em}`
  return `${oQueFoiDito(ultima)}${ultima.automatica ? (em.includes('/') ? ' em ' : ' hoje às ') : ', '}${em}`
}

const COLUNAS = (abrir: (cliente: Cliente) => void): Coluna<Cliente>[] => [
  nome(abrir),
  { id: 'status', header: 'Situação', cell: ({ row }) => <StatusChip de={statusCliente[row.original.status]} /> },
  ultima,
  {
    id: 'operador',
    header: 'Operador',
    meta: { soLarga: true },
    cell: ({ row }) => row.original.operador?.name ?? 'Livre',
  },
  {
    id: 'chamadas',
    header: 'Tentativas',
    meta: { direita: true },
    cell: ({ row: { original: cliente } }) => (
      <Box
        component="span"
        sx={cliente.numero_chamadas >= LIMITE_CHAMADAS ? { color: tons.error.texto, fontWeight: 500 } : {}}
      >
        {cliente.numero_chamadas}
      </Box>
    ),
  },
  {
    id: 'aberto',
    header: 'Em aberto',
    meta: { direita: true },
    cell: ({ row }) => <b style={{ fontWeight: 500 }}>{valor(row.original.valor_em_aberto)}</b>,
  },
  {
    id: 'atraso',
    header: 'Atraso',
    meta: { direita: true },
    cell: ({ row: { original: cliente } }) =>
      cliente.dias_atraso > 0 ? (
        <Box component="span" sx={{ color: tons.error.texto }}>
          {cliente.dias_atraso} d
        </Box>
      ) : (
        '—'
      ),
  },
]

const COLUNAS_CONCLUIDOS = (abrir: (cliente: Cliente) => void): Coluna<Cliente>[] => [
  nome(abrir),
  documentoColuna,
  { id: 'telefone', header: 'Telefone', cell: ({ row }) => telefone(row.original.telefone) },
  ultima,
  {
    id: 'operador',
    header: 'Operador',
    meta: { soLarga: true },
    cell: ({ row }) => row.original.operador?.name ?? 'Livre',
  },
]
