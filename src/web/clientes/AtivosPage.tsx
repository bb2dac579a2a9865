import GroupsOutlined from '@mui/icons-material/GroupsOutlined'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { EmptyFiltered, EmptyState } from '#web/ui/estados.tsx'
import { FiltroMenu } from '#web/ui/FiltroMenu.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { statusCliente } from '#web/ui/StatusChip.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { ativosQuery } from './clientes.api.ts'
import { FilaPane } from './FilaPane.tsx'
import { ListaClientes } from './ListaClientes.tsx'

// The table comes first; the desk's code when a customer is opened.
const Mesa = lazy(async () => ({ default: (await import('./Mesa.tsx')).Mesa }))
const CARTEIRAS = [
  { valor: 'todas', rotulo: 'Todas' },
  { valor: 'minha', rotulo: 'Minha carteira' },
  { valor: 'livre', rotulo: 'Livres' },
] as const
const ATIVOS = ['ativo', 'em_atendimento', 'negociado', 'pausado'] as const satisfies Cliente['status'][]

/** Active customers: a table until one is opened, then the desk with this list at the left. */
export function AtivosPage() {
  const { filtros, mudar, pagina } = useFiltros()
  const carteira = CARTEIRAS.find(({ valor }) => valor === filtros.carteira)?.valor ?? 'todas'
  const status = ATIVOS.find((um) => um === filtros.status)
  const consulta = useQuery(ativosQuery({ page: pagina, busca: filtros.busca, status, carteira }))
  const filtrada = Boolean(filtros.busca || status || carteira !== 'todas')
  const limpar = () => mudar({ busca: undefined, status: undefined, carteira: undefined })

  const vazio = filtrada ? (
    <EmptyFiltered
      titulo={filtros.busca ? `Nenhum cliente para “${filtros.busca}”` : 'Nenhum cliente com estes filtros'}
      aoLimpar={limpar}
    />
  ) : (
    <EmptyState
      icone={GroupsOutlined}
      titulo="Nenhum cliente ativo"
      texto="Clientes com contas em aberto aparecem aqui. Importe-os por CSV ou pelas notas."
    />
  )
  const busca = (largura: number | string) => (
    <SearchField
      rotulo="Buscar cliente"
      valor={filtros.busca}
      aoMudar={(nova) => mudar({ busca: nova })}
      largura={largura}
    />
  )
  const deQuem = (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label="Carteira"
      value={carteira}
      onChange={(_, nova: string | null) => nova && mudar({ carteira: nova === 'todas' ? undefined : nova })}
      sx={{ '& button': { textTransform: 'none', height: 36, px: 3 } }}
    >
      {CARTEIRAS.map((uma) => (
        <ToggleButton key={uma.valor} value={uma.valor}>
          {uma.rotulo}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
  const situacao = (
    <FiltroMenu
      rotulo="Situação"
      valor={status}
      opcoes={ATIVOS.map((um) => ({ valor: um, rotulo: statusCliente[um].rotulo }))}
      aoMudar={(nova) => mudar({ status: nova })}
    />
  )
  if (filtros.cliente) {
    return (
      <Mesa
        lista={
          <FilaPane
            topo={
              <>
                {busca('100%')}
                {deQuem}
              </>
            }
            consulta={consulta}
            grupos={[{ titulo: '', clientes: consulta.data?.data ?? [] }]}
            vazio={vazio}
          />
        }
      />
    )
  }
  return (
    <ListaClientes
      rotulo="Clientes ativos"
      consulta={consulta}
      vazio={vazio}
      filtros={
        <>
          {busca(280)}
          {deQuem}
          {situacao}
          {consulta.data && consulta.data.com_falhas > 0 && (
            <Chip tom="error">{consulta.data.com_falhas} com 3 tentativas ou mais</Chip>
          )}
        </>
      }
    />
  )
}
