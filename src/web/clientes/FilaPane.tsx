import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import LinearProgress from '@mui/material/LinearProgress'
import Skeleton from '@mui/material/Skeleton'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { cor } from '#web/theme.ts'
import type { PaginaDe } from '#web/ui/DataTable.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { ItemCliente } from './ItemCliente.tsx'

interface Grupo {
  titulo: string
  clientes: Cliente[]
}
interface Props {
  /** Search and filters above the list. */
  topo: ReactNode
  consulta: {
    data: PaginaDe<Cliente> | undefined
    error: unknown
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  /** Given in the order shown; one group without title for a plain list. */
  grupos: Grupo[]
  vazio: ReactNode
}

/** The list at the left of the desk. ↑ and ↓ move between customers; the filter stays. */
export function FilaPane({ topo, consulta, grupos, vazio }: Props) {
  const { filtros, mudar } = useFiltros()
  const lista = useRef<HTMLDivElement>(null)
  const aberto = Number(filtros.cliente) || undefined
  const abrirCliente = (id: number) => mudar({ cliente: id, painel: undefined }, { empurrar: true })

  const mover = (evento: KeyboardEvent) => {
    if (evento.key !== 'ArrowDown' && evento.key !== 'ArrowUp') return
    const itens = [...(lista.current?.querySelectorAll<HTMLElement>('[data-cliente]') ?? [])]
    const atual = itens.indexOf(document.activeElement as HTMLElement)
    const proximo = itens[atual + (evento.key === 'ArrowDown' ? 1 : -1)]
    if (atual < 0 || !proximo) return
    evento.preventDefault()
    proximo.focus()
    if (aberto) mudar({ cliente: proximo.dataset.cliente, painel: undefined, page: filtros.page })
  }

  return (
    <>
      <Box sx={{ p: 3, display: 'grid', gap: 2, flexShrink: 0 }}>{topo}</Box>
      <Box sx={{ height: 2, flexShrink: 0 }}>{consulta.isPlaceholderData && <LinearProgress sx={{ height: 2 }} />}</Box>
      <Box
        ref={lista}
        onKeyDown={mover}
        aria-busy={consulta.isFetching}
        sx={{ flex: 1, minHeight: 0, overflowY: 'auto', display: 'flex', flexDirection: 'column' }}
      >
        {consulta.error && !consulta.data ? (
          <ErrorState
            titulo="Não foi possível abrir a lista"
            erro={consulta.error}
            aoTentar={() => consulta.refetch()}
          />
        ) : !consulta.data ? (
          <Esqueleto />
        ) : grupos.every((grupo) => grupo.clientes.length === 0) ? (
          vazio
        ) : (
          grupos
            .filter((grupo) => grupo.clientes.length > 0)
            .map((grupo) => (
              <Box key={grupo.titulo} component="section" aria-label={grupo.titulo || 'Clientes'}>
                {grupo.titulo && <Titulo total={grupo.clientes.length}>{grupo.titulo}</Titulo>}
                {grupo.clientes.map((cliente) => (
                  <ButtonBase
                    key={cliente.id}
                    data-cliente={cliente.id}
                    aria-current={cliente.id === aberto ? 'true' : undefined}
                    onClick={() => abrirCliente(cliente.id)}
                    sx={{
                      display: 'block',
                      width: '100%',
                      textAlign: 'left',
                      borderBottom: `1px solid ${cor.rowDivider}`,
                      borderLeft: `3px solid ${cliente.id === aberto ? '#1976D2' : 'transparent'}`,
                      background: cliente.id === aberto ? cor.primaryTint : undefined,
                      '&:hover': { background: cliente.id === aberto ? cor.primaryTint : cor.hover },
                      '&:focus-visible': { outlineOffset: -2 },
                    }}
                  >
                    <ItemCliente cliente={cliente} />
                  </ButtonBase>
                ))}
              </Box>
            ))
        )}
      </Box>
      {consulta.data && consulta.data.total > 0 && (
        <Pager pagina={consulta.data} aoMudar={(page) => mudar({ page })} compacto />
      )}
    </>
  )
}

function Titulo({ total, children }: { total: number; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        px: 4,
        pt: 3,
        pb: 1,
        fontSize: 12,
        lineHeight: '16px',
        fontWeight: 500,
        color: cor.text3,
      }}
    >
      <h2 style={{ all: 'unset' }}>{children}</h2>
      <span>{total}</span>
    </Box>
  )
}

const Esqueleto = () => (
  <Box sx={{ px: 4 }} aria-hidden>
    {[0, 1, 2, 3, 4, 5, 6].map((n) => (
      <Box key={n} sx={{ py: 2, borderBottom: `1px solid ${cor.rowDivider}` }}>
        <Skeleton width="60%" />
        <Skeleton width="85%" />
        <Skeleton width="40%" />
      </Box>
    ))}
  </Box>
)
