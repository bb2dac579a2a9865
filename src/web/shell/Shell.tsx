import { type LinkProps, Outlet, useRouterState } from '@tanstack/react-router'
import { type TransitionEvent, useEffect, useState } from 'react'
import { aoVoltarARede, conferirRede } from '#web/api/rede.ts'
import { useSessao } from '#web/api/useSessao.ts'
import { SCREENS_OF_PANES } from '#web/panes.ts'
import { AfterPaint } from '#web/ui/AfterPaint.tsx'
import { ToastHost } from '#web/ui/avisar.tsx'
import { DialogHost } from '#web/ui/dialogos.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { useMedia } from '#web/ui/useMedia.ts'
import { aoTeclarPaleta } from './abrirPaleta.tsx'
import { aoTeclarSolta } from './abrirTeclas.tsx'
import { BarraSemEnvio } from './BarraSemEnvio.tsx'
import { BarraSemRede } from './BarraSemRede.tsx'
import { BarraSuperior } from './BarraSuperior.tsx'
import { BarraWhatsapp } from './BarraWhatsapp.tsx'
import { MenuCelular } from './MenuCelular.tsx'
import { NavMenu } from './NavMenu.tsx'
import { tituloDaTela } from './tela.ts'
import { useBadges } from './useBadges.ts'
import { useMenuCelular } from './useMenuCelular.ts'
import { useRail } from './useRail.ts'
import './pedirSenha.tsx'

const FocoGuardado = onDemand(() => import('./FocoGuardado.tsx'), 'FocoGuardado', { Failed: DeNovoComARede })
const AnuncioDaFila = onDemand(() => import('./AnuncioDaFila.tsx'), 'AnuncioDaFila', { Failed: DeNovoComARede })
const NovasMensagens = onDemand(() => import('./NovasMensagens.tsx'), 'NovasMensagens', { Failed: DeNovoComARede })

/** The part draws nothing, so its failed load draws nothing either, and is retried when the network is back. */
function DeNovoComARede({ aoTentar }: { aoTentar: () => void }) {
  useEffect(() => {
    void conferirRede()
    return aoVoltarARede(aoTentar)
  }, [aoTentar])
  return null
}

/** Frame of every signed-in screen: top bar, drawer (rail on demand, temporary on a phone), contents. */
export function Shell() {
  const sessao = useSessao()
  // The moment between the session's end and the sign-in page.
  if (!sessao) return null
  return (
    <>
      <Moldura usuarioId={sessao.user.id} busca={BUSCAS[sessao.user.role]} />
      <AfterPaint>
        <FocoGuardado />
        {sessao.user.role === 'operador' && <NovasMensagens />}
      </AfterPaint>
      <DialogHost />
      <ToastHost />
    </>
  )
}

/** Typed by the router, so that an address it does not know does not compile. */
const COM_PAINEIS: readonly LinkProps['to'][] = SCREENS_OF_PANES
const BUSCAS = { admin: 'Buscar cliente ou operador', operador: 'Buscar cliente ou nota' } as const

function useTeclas() {
  useEffect(() => {
    const aoTeclar = (evento: KeyboardEvent) => {
      aoTeclarPaleta(evento)
      aoTeclarSolta(evento)
    }
    window.addEventListener('keydown', aoTeclar)
    return () => window.removeEventListener('keydown', aoTeclar)
  }, [])
}

const useTela = () =>
  useRouterState({
    select: (estado) => {
      const ultima = estado.matches.at(-1)
      return {
        titulo: tituloDaTela(ultima),
        mesa: COM_PAINEIS.includes(ultima?.fullPath),
        // Shows the "no sending now" bar only where people land.
        chegada: /dashboard$/.test(ultima?.fullPath ?? ''),
        painelAberto: Boolean((ultima?.search as { cliente?: string } | undefined)?.cliente),
      }
    },
    structuralSharing: true,
  })

/** The drawer of a wide screen. It moves only when toggled: a screen that starts on the rail has its width at once. */
function useDrawer(usuarioId: number, mesa: boolean) {
  const [rail, alternarRail] = useRail(usuarioId, mesa)
  const [movendo, setMovendo] = useState(false)
  return {
    rail,
    alternar() {
      setMovendo(true)
      alternarRail()
    },
    aside: {
      className: `shell-drawer${rail ? ' rail' : ''}${movendo ? ' movendo' : ''}`,
      onTransitionEnd: ({ target, currentTarget }: TransitionEvent) => target === currentTarget && setMovendo(false),
    },
  }
}

function Moldura({ usuarioId, busca }: { usuarioId: number; busca: string }) {
  useTeclas()
  const badges = useBadges()
  const desktop = useMedia('(min-width: 900px)')
  const { mesa, painelAberto, titulo, chegada } = useTela()
  const drawer = useDrawer(usuarioId, mesa)
  const menu = useMenuCelular(desktop)
  // On a phone an open conversation has its own header, with the way back.
  const celular = useMedia('(max-width: 639.95px)')
  const semBarra = celular && mesa && painelAberto

  return (
    <div className="shell">
      <a href="#conteudo" className="pular">
        Ir para o conteúdo
      </a>
      {semBarra ? (
        <header className="so-leitor">
          <h1>{titulo}</h1>
        </header>
      ) : (
        <BarraSuperior
          titulo={titulo}
          busca={busca}
          menuAberto={desktop ? !drawer.rail : menu.aberto}
          aoAlternar={desktop ? drawer.alternar : menu.abrir}
        />
      )}
      <AfterPaint>
        <AnuncioDaFila aguardando={badges.aguardando} />
      </AfterPaint>
      <div className="shell-corpo">
        {desktop && (
          <aside {...drawer.aside}>
            <NavMenu badges={badges} rail={drawer.rail} />
          </aside>
        )}
        {!desktop && menu.aberto && (
          <MenuCelular aoFechar={menu.fechar}>
            <NavMenu badges={badges} aoFechar={menu.fechar} aoEscolher={menu.escolher} />
          </MenuCelular>
        )}
        <div className="shell-meio">
          <BarraSemRede />
          <BarraWhatsapp />
          {chegada && <BarraSemEnvio />}
          <main id="conteudo" className="shell-conteudo" tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
    </div>
  )
}
