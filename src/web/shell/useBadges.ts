import { useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { callApi } from '#web/api/callApi.ts'
import { aoReceberEvento } from '#web/api/eventos.ts'
import { useSessao } from '#web/api/useSessao.ts'
import { type Badges, contarBadges, SEM_BADGES } from './contarBadges.ts'

const INTERVALO_MS = 30_000
const AGRUPAR_MS = 300
let badges = SEM_BADGES
let pedido = 0
const ouvintes = new Set<() => void>()

function publicar(novos: Badges) {
  if (novos.aguardando === badges.aguardando && novos.falhas === badges.falhas) return
  badges = novos
  for (const avisar of ouvintes) avisar()
}

/** Loads both counts; a failure resets both to zero and is told to the console only. */
export async function carregarBadges() {
  const este = ++pedido
  try {
    const [aguardando, ativos] = await Promise.all([
      callApi('GET /api/operador/clientes/aguardando-atendimento', { query: { page: 1, per_page: 1 } }),
      callApi('GET /api/operador/clientes/ativos', { query: { page: 1, per_page: 1 } }),
    ])
    if (este === pedido) publicar(contarBadges(aguardando, ativos))
  } catch (erro) {
    console.error('Não foi possível carregar os contadores do menu:', erro)
    if (este === pedido) publicar(SEM_BADGES)
  }
}

/** The menu's counts: on entering, on each route, on a change of person or role, every 30 s, and on live events. */
export function useBadges(): Badges {
  const sessao = useSessao()
  const caminho = useRouterState({ select: (estado) => estado.location.pathname })
  const operador = sessao?.user.role === 'operador'
  const token = sessao?.token

  const recarregar = useCallback(() => {
    if (operador && token) void carregarBadges()
    else publicar(SEM_BADGES)
  }, [operador, token])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each route change loads them again
  useEffect(recarregar, [recarregar, caminho])
  useEffect(() => {
    const relogio = setInterval(recarregar, INTERVALO_MS)
    return () => clearInterval(relogio)
  }, [recarregar])
  useEffect(() => agrupar(recarregar), [recarregar])

  return useSyncExternalStore(
    (avisar) => {
      ouvintes.add(avisar)
      return () => ouvintes.delete(avisar)
    },
    () => badges,
  )
}

function agrupar(recarregar: () => void) {
  let relogio: ReturnType<typeof setTimeout> | undefined
  const parar = aoReceberEvento((tipo) => {
    if (tipo === 'mensagem_status') return
    clearTimeout(relogio)
    relogio = setTimeout(recarregar, AGRUPAR_MS)
  })
  return () => {
    clearTimeout(relogio)
    parar()
  }
}
