import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, memo, type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { naoExiste } from '#web/api/erro.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { podeAssumir, useAcoesCliente } from '#web/clientes/clientes.api.ts'
import { clienteDasListas, clienteQuery } from '#web/clientes/clientes.queries.ts'
import { useSelecao } from '#web/contas-receber/useSelecao.ts'
import { useTeclasSuspensas } from '#web/shell/useComandos.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState, ErrorState } from '#web/ui/estados.tsx'
import { HeadsetMicOutlined } from '#web/ui/icons/HeadsetMicOutlined.tsx'
import { FalhaNaParte, onDemand } from '#web/ui/onDemand.tsx'
import { useFiltros, useVoltar } from '#web/ui/useFiltros.ts'
import { ConversaSkeleton, PainelSkeleton } from './PaineisSkeleton.tsx'
import { useComandosDoCliente } from './useComandosDoCliente.ts'
import './mesa.css'

// The panes of an open customer share one chunk, which the list does without.
const trazerPaineis = () => import('./paineis.tsx')
const ConversaPane = onDemand(trazerPaineis, 'ConversaPane', { Coming: ConversaSkeleton, Failed: FalhaNoCliente })
const PainelCliente = onDemand(trazerPaineis, 'PainelCliente', { Coming: PainelSkeleton, Failed: FalhaNoCliente })
const PainelNegociar = onDemand(() => import('#web/negociacoes/PainelNegociar.tsx'), 'PainelNegociar', {
  Coming: PainelSkeleton,
  Failed: FalhaNoCliente,
})
const ComOutro = onDemand(() => import('./ComOutro.tsx'), 'ComOutro', { Failed: FalhaNoCliente })
const FECHADO = { cliente: undefined, painel: undefined }
const LARGURA_TRES = 1000
const LARGURA_DUAS = 640

/**
 * The desk: list, conversation and debts side by side; two panes where room is short, one on a phone.
 * Which customer and which pane are in the address, so that "back" works.
 */
export function Mesa({ lista }: { lista: ReactNode }) {
  const { filtros } = useFiltros()
  const [ref, paineis] = usePaineis()
  const id = Number(filtros.cliente) || undefined
  // The list moves at once and the panes are deferred, so that holding J never waits for them.
  const aberto = useDeferredValue(id, undefined)
  // While another customer is being opened, no key may act on this one.
  const saindo = id !== undefined && aberto !== id
  useTeclasSuspensas(saindo)

  return (
    <div ref={ref} className="mesa">
      {(paineis > 1 || !id) && (
        <section className="mesa-painel grow stack lista" aria-label="Lista de clientes">
          {lista}
        </section>
      )}
      {id
        ? aberto !== undefined && (
            <div className="mesa-cliente grow flex" inert={saindo}>
              <ClienteAberto key={aberto} id={aberto} paineis={paineis} painel={filtros.painel} />
            </div>
          )
        : paineis > 1 && (
            <div className="mesa-vazia">
              <EmptyState
                icone={HeadsetMicOutlined}
                titulo="Escolha um cliente"
                texto="A conversa e as contas dele aparecem aqui."
              />
            </div>
          )}
    </div>
  )
}

const quantos = (largura: number) => (largura >= LARGURA_TRES ? 3 : largura >= LARGURA_DUAS ? 2 : 1)

/** How many panes fit. The first value is by the frame's width, known before the desk is drawn. */
function usePaineis() {
  const ref = useRef<HTMLDivElement>(null)
  const [paineis, setPaineis] = useState(() =>
    quantos(document.getElementById('conteudo')?.clientWidth ?? window.innerWidth),
  )
  useEffect(() => {
    if (!ref.current) return
    const observador = new ResizeObserver(([medida]) => medida && setPaineis(quantos(medida.contentRect.width)))
    observador.observe(ref.current)
    return () => observador.disconnect()
  }, [])
  return [ref, paineis] as const
}

interface AbertoProps {
  id: number
  paineis: number
  painel: string | undefined
}

const ClienteAberto = memo(function ClienteAberto({ id, paineis, painel }: AbertoProps) {
  const consulta = useQuery(clienteQuery(id))
  // Deferred for the first answer only; later changes show at once.
  const cliente = useDeferredValue(consulta.data) && consulta.data
  const selecao = useSelecao(cliente?.contas)
  const fechar = useVoltar(FECHADO)
  // Until the customer is loaded, what the lists hold of them fills the head, and is enough to take them over.
  const resumo = cliente ?? clienteDasListas(id)
  const eu = useUsuario()
  const acoes = useAcoesCliente(id)
  const ocupado = acoes.assumir.isPending || acoes.reativar.isPending || acoes.devolver.isPending
  const saiu = naoExiste(consulta.error)
  const perdido = consulta.error && !cliente
  const fora = saiu || perdido
  const pode = resumo !== undefined && podeAssumir(resumo, eu.id) && !ocupado && !fora
  useComandosDoCliente({
    cliente: fora ? undefined : cliente,
    selecao,
    assumir: pode ? acoes.assumir.mutate : undefined,
  })
  // Gone meanwhile, most often to another operator: nothing still on the screen may act on them.
  if (saiu) return <ComOutro id={id} nome={cliente?.nome} aoVoltar={fechar} />
  if (perdido) {
    return (
      <div className="mesa-vazia">
        <ErrorState
          titulo="Não foi possível abrir o cliente"
          erro={consulta.error}
          aoTentar={() => void consulta.refetch()}
          saida={<Button onClick={fechar}>Voltar à lista</Button>}
        />
      </div>
    )
  }
  const tres = paineis === 3
  const direita = painel === 'contas' || painel === 'negociar'
  return (
    <>
      {(tres || !direita) && (
        <section className="mesa-painel grow stack" aria-label="Conversa">
          <ConversaPane id={id} resumo={resumo} cliente={cliente} paineis={paineis} selecao={selecao} acoes={acoes} />
        </section>
      )}
      {(tres || direita) && (
        <section
          className={painel === 'negociar' ? 'mesa-painel grow stack negociar' : 'mesa-painel grow stack contas'}
          aria-label={painel === 'negociar' ? 'Negociar' : 'Contas do cliente'}
          tabIndex={-1}
        >
          {painel === 'negociar' && cliente ? (
            <PainelNegociar cliente={cliente} selecao={selecao} />
          ) : (
            <PainelCliente cliente={cliente} paineis={paineis} selecao={selecao} />
          )}
        </section>
      )}
    </>
  )
})

/** Shown in the pane that failed; the others stay. */
function FalhaNoCliente(falha: ComponentProps<typeof FalhaNaParte>) {
  const voltar = useVoltar(FECHADO)
  return (
    <div className="mesa-vazia">
      <FalhaNaParte {...falha} />
      <Button onClick={voltar}>Voltar à lista</Button>
    </div>
  )
}
