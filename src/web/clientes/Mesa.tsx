import HeadsetMicOutlined from '@mui/icons-material/HeadsetMicOutlined'
import PersonOffOutlined from '@mui/icons-material/PersonOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { lazy, memo, type ReactNode, Suspense, useDeferredValue } from 'react'
import { ErroDaApi } from '#web/api/erro.ts'
import { useSelecao } from '#web/contas-receber/useSelecao.ts'
import { cor } from '#web/theme.ts'
import { EmptyState, ErrorState } from '#web/ui/estados.tsx'
import { useFiltros, useMudarFiltros } from '#web/ui/useFiltros.ts'
import { useLargura } from '#web/ui/useLargura.ts'
import { Conversa } from './Conversa.tsx'
import { clienteQuery } from './clientes.api.ts'
import { PainelCliente } from './PainelCliente.tsx'

const PainelNegociar = lazy(async () => ({
  default: (await import('#web/negociacoes/PainelNegociar.tsx')).PainelNegociar,
}))
const LARGURA_TRES = 960
const LARGURA_DUAS = 640
const LARGURA_FOLGADA = 1240
const LARGURA_MEDIA = 1120

/**
 * The desk: list, conversation and debts side by side; two panes where room is short, one on a phone.
 * Which customer and which pane are in the address, so that "back" works.
 */
export function Mesa({ lista }: { lista: ReactNode }) {
  const { filtros } = useFiltros()
  const [ref, largura] = useLargura<HTMLDivElement>()
  const id = Number(filtros.cliente) || undefined
  // The list moves at once; the panes follow in slices that the next key interrupts, so that J held down never waits for them.
  const aberto = useDeferredValue(id, undefined)
  const paineis = largura >= LARGURA_TRES ? 3 : largura >= LARGURA_DUAS ? 2 : 1
  const folgada = largura >= LARGURA_FOLGADA

  return (
    <Box ref={ref} sx={{ height: '100%', display: 'flex', background: '#FFF' }}>
      {(paineis > 1 || !id) && (
        <Painel
          rotulo="Lista de clientes"
          largura={paineis === 1 ? '100%' : folgada ? 328 : largura >= LARGURA_MEDIA ? 300 : 288}
        >
          {lista}
        </Painel>
      )}
      {id
        ? aberto !== undefined &&
          largura > 0 && (
            // Once another one was chosen, nothing more may be done to this one.
            <div className="mesa-cliente" inert={aberto !== id}>
              <ClienteAberto key={aberto} id={aberto} paineis={paineis} folgada={folgada} painel={filtros.painel} />
            </div>
          )
        : paineis > 1 && (
            <EmptyState
              icone={HeadsetMicOutlined}
              titulo="Escolha um cliente"
              texto="A conversa e as contas dele aparecem aqui."
            />
          )}
    </Box>
  )
}

interface AbertoProps {
  id: number
  paineis: number
  folgada: boolean
  painel: string | undefined
}

const ClienteAberto = memo(function ClienteAberto({ id, paineis, folgada, painel }: AbertoProps) {
  const consulta = useQuery(clienteQuery(id))
  // The first answer is drawn in slices, what changes afterwards at once.
  const cliente = useDeferredValue(consulta.data) && consulta.data
  const selecao = useSelecao(cliente?.contas)
  const mudar = useMudarFiltros()
  const fechar = () => mudar({ cliente: undefined, painel: undefined }, { empurrar: true })
  // Taken over, transferred or blocked away meanwhile: what is still on the screen is nobody's to act on.
  if (cliente && consulta.error instanceof ErroDaApi && consulta.error.status === 404) {
    return (
      <EmptyState
        icone={PersonOffOutlined}
        titulo={`${cliente.nome} está com outro operador`}
        texto="Só quem está com o cliente vê a conversa e as contas dele."
        acao={<Button onClick={fechar}>Voltar à lista</Button>}
      />
    )
  }
  if (consulta.error && !cliente) {
    return (
      <Box sx={{ flex: 1, display: 'flex', flexDirection: 'column' }}>
        <ErrorState
          titulo="Não foi possível abrir o cliente"
          erro={consulta.error}
          aoTentar={() => void consulta.refetch()}
        />
        <Box sx={{ textAlign: 'center', pb: 12 }}>
          <Button onClick={fechar}>Voltar à lista</Button>
        </Box>
      </Box>
    )
  }
  const tres = paineis === 3
  const direita = painel === 'contas' || painel === 'negociar'
  return (
    <>
      {(tres || !direita) && (
        <Painel rotulo="Conversa" largura="auto">
          <Conversa id={id} cliente={cliente} paineis={paineis} selecao={selecao} />
        </Painel>
      )}
      {(tres || direita) && (
        <Painel
          rotulo={painel === 'negociar' ? 'Negociar' : 'Contas do cliente'}
          largura={tres ? (painel === 'negociar' ? (folgada ? 520 : 440) : folgada ? 400 : 344) : 'auto'}
          ultimo
        >
          {painel === 'negociar' && cliente ? (
            <Suspense>
              <PainelNegociar cliente={cliente} selecao={selecao} />
            </Suspense>
          ) : (
            <PainelCliente cliente={cliente} paineis={paineis} selecao={selecao} />
          )}
        </Painel>
      )}
    </>
  )
})

function Painel({
  rotulo,
  largura,
  ultimo = false,
  children,
}: {
  rotulo: string
  largura: number | string
  ultimo?: boolean
  children: ReactNode
}) {
  return (
    <Box
      component="section"
      aria-label={rotulo}
      sx={{
        ...(largura === 'auto' ? { flex: 1 } : { width: largura, flexShrink: 0 }),
        minWidth: 0,
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        borderRight: ultimo ? undefined : `1px solid ${cor.divider}`,
        background: '#FFF',
      }}
    >
      {children}
    </Box>
  )
}
