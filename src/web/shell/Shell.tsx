import { ThemeProvider } from '@emotion/react'
import Box from '@mui/material/Box'
import DefaultPropsProvider from '@mui/material/DefaultPropsProvider'
import Drawer from '@mui/material/Drawer'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Outlet, useBlocker, useRouterState } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useEventos } from '#web/api/eventos.ts'
import { useSessao } from '#web/api/useSessao.ts'
import { cor, theme } from '#web/theme.ts'
import { SnackbarHost } from '#web/ui/avisos.tsx'
import { DialogHost } from '#web/ui/dialogos.tsx'
import '#web/ui/impressao.css'
import { aoTeclarPaleta } from './abrirPaleta.tsx'
import { BarraSemRede } from './BarraSemRede.tsx'
import { BarraSuperior } from './BarraSuperior.tsx'
import { Menu } from './Menu.tsx'
import { tituloDaTela } from './tela.ts'
import { useBadges } from './useBadges.ts'
import { useTrilho } from './useTrilho.ts'

const LARGURA = 264
const TRILHO = 72
const LARGURA_CELULAR = 304

/** Frame of every signed-in screen: top bar, drawer (rail on demand, temporary on a phone), contents. */
export function Shell() {
  const sessao = useSessao()
  // The moment between the session's end and the sign-in page.
  if (!sessao) return null
  return (
    // What MUI's own provider does, without the colour schemes that a theme of one scheme has no use for.
    <ThemeProvider theme={theme}>
      <DefaultPropsProvider value={PADROES}>
        <Moldura usuarioId={sessao.user.id} busca={BUSCAS[sessao.user.role]} />
        <DialogHost />
        <SnackbarHost />
      </DefaultPropsProvider>
    </ThemeProvider>
  )
}

/** Its type speaks of the properties of each component; the provider reads the whole entry, `defaultProps` within. */
const PADROES = theme.components as ComponentProps<typeof DefaultPropsProvider>['value']
const BUSCAS = { admin: 'Buscar cliente ou operador', operador: 'Buscar cliente ou nota' } as const

// Seldom there, and never what one waits for.
const BarraWhatsapp = lazy(() => import('./BarraWhatsapp.tsx').then((m) => ({ default: m.BarraWhatsapp })))

function Moldura({ usuarioId, busca }: { usuarioId: number; busca: string }) {
  useEventos()
  useEffect(() => {
    window.addEventListener('keydown', aoTeclarPaleta)
    return () => window.removeEventListener('keydown', aoTeclarPaleta)
  }, [])
  const badges = useBadges()
  const desktop = useMediaQuery('(min-width: 900px)', { noSsr: true })
  const { mesa, painelAberto, titulo } = useRouterState({
    select: (estado) => {
      const ultima = estado.matches.at(-1)
      return {
        titulo: tituloDaTela(ultima),
        mesa: ultima?.staticData.mesa ?? false,
        painelAberto: Boolean((ultima?.search as { cliente?: string } | undefined)?.cliente),
      }
    },
    structuralSharing: true,
  })
  const [trilho, alternarTrilho] = useTrilho(usuarioId, mesa)
  const [aberto, setAberto] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: going from phone to desktop, or back, closes the temporary drawer
  useEffect(() => setAberto(false), [desktop])
  // "Back" closes what lies over the screen before it leaves the screen.
  useBlocker({
    disabled: !aberto,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action === 'BACK') setAberto(false)
      return action === 'BACK'
    },
  })
  // On a phone the conversation has a head of its own, with the way back.
  const celular = useMediaQuery('(max-width: 639.95px)', { noSsr: true })
  const semBarra = celular && mesa && painelAberto
  const largura = trilho ? TRILHO : LARGURA
  // The frame first, the screen in it after: on a slow machine neither keeps the other waiting.
  const emoldurada = useDeferredValue(true, false)

  return (
    <Box sx={{ height: '100dvh', display: 'flex', flexDirection: 'column' }}>
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
          menuAberto={desktop ? !trilho : aberto}
          aoAlternar={() => (desktop ? alternarTrilho() : setAberto(true))}
        />
      )}
      <Box sx={{ display: 'flex', flex: 1, minHeight: 0 }}>
        {desktop ? (
          <Box
            component="aside"
            sx={{
              width: largura,
              flexShrink: 0,
              background: '#FFF',
              borderRight: `1px solid ${cor.divider}`,
              transition: 'width 200ms cubic-bezier(.2,0,0,1)',
            }}
          >
            <Menu badges={badges} trilho={trilho} />
          </Box>
        ) : (
          <Drawer
            open={aberto}
            onClose={() => setAberto(false)}
            slotProps={{
              paper: { 'aria-label': 'Menu', sx: { width: LARGURA_CELULAR, borderRadius: '0 16px 16px 0' } },
            }}
          >
            <Menu badges={badges} aoFechar={() => setAberto(false)} />
          </Drawer>
        )}
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
          <BarraSemRede />
          <Suspense>
            <BarraWhatsapp />
          </Suspense>
          <Box
            component="main"
            id="conteudo"
            tabIndex={-1}
            sx={{ flex: 1, minHeight: 0, overflow: 'auto', outline: 'none' }}
          >
            {emoldurada && <Outlet />}
          </Box>
        </Box>
      </Box>
    </Box>
  )
}
