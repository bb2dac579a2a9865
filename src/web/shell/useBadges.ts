import { useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import type { Papel } from '#domain/usuario.ts'
import { callApi } from '#web/api/callApi.ts'
import { criarEstado } from '#web/api/estado.ts'
import { aoReceberEvento } from '#web/api/eventos.ts'
import { useEstado } from '#web/api/useEstado.ts'
import { useSessao } from '#web/api/useSessao.ts'
import { afterPaint } from '#web/ui/AfterPaint.tsx'
import { type Badges, contarBadges, SEM_BADGES } from './contarBadges.ts'

const INTERVALO_MS = 30_000
const badges = criarEstado(SEM_BADGES)
let pedido = 0

function publicar(novos: Badges) {
  const nomes = Object.keys(novos) as (keyof Badges)[]
  if (nomes.some((nome) => novos[nome] !== badges.ler()[nome])) badges.trocar(novos)
}

const UMA = { query: { page: 1, per_page: 1 } }

async function doOperador(): Promise<Badges> {
  const [aguardando, ativos] = await Promise.all([
    callApi('GET /api/operador/clientes/aguardando-atendimento', UMA),
    callApi('GET /api/operador/clientes/ativos', UMA),
  ])
  return contarBadges(aguardando, ativos)
}

async function doAdmin(): Promise<Badges> {
  const [{ pendentes }, { total }] = await Promise.all([
    callApi('GET /api/admin/importacoes/alteracoes', UMA),
    callApi('GET /api/admin/negociacoes', { query: { ...UMA.query, status: 'aguarda_aprovacao' } }),
  ])
  return { ...SEM_BADGES, alteracoes: pendentes, aprovacoes: total }
}

/** Loads the counts of a role; a failure resets them to zero and is told to the console only. */
async function carregarBadges(papel: Papel) {
  const este = ++pedido
  try {
    const contados = await (papel === 'admin' ? doAdmin() : doOperador())
    if (este === pedido) publicar(contados)
  } catch (erro) {
    console.error('Não foi possível carregar os contadores do menu:', erro)
    if (este === pedido) publicar(SEM_BADGES)
  }
}

/** The menu's counts: on entering, on each route, on a change of person or role, every 30 s, and on live events. */
export function useBadges(): Badges {
  const sessao = useSessao()
  const caminho = useRouterState({ select: (estado) => estado.location.pathname })
  const papel = sessao?.user.role
  const token = sessao?.token

  const recarregar = useCallback(() => {
    if (papel && token) void carregarBadges(papel)
    else publicar(SEM_BADGES)
  }, [papel, token])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each route change loads them again, after what it draws
  useEffect(() => afterPaint(recarregar), [recarregar, caminho])
  useEffect(() => {
    const relogio = setInterval(recarregar, INTERVALO_MS)
    const calar = aoReceberEvento(recarregar)
    return () => {
      clearInterval(relogio)
      calar()
    }
  }, [recarregar])

  return useEstado(badges)
}
