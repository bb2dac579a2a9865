import { type RouterHistory, useBlocker, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Whether the current history entry is the one the menu added for "back" to close it, there being none to go back to. */
export const naEntradaDoMenu = ({ location }: RouterHistory) => 'menu' in location.state

/** A phone's menu: "back" closes it before it leaves the screen, on the first screen too. */
export function useMenuCelular(desktop: boolean) {
  const { history } = useRouter()
  const navigate = useNavigate()
  const [aberto, setAberto] = useState(false)
  const tela = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen closes it, and so does going from phone to desktop, or back
  useEffect(() => setAberto(false), [desktop, tela])
  useBlocker({
    disabled: !aberto,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false
      setAberto(false)
      return !naEntradaDoMenu(history)
    },
  })
  return {
    aberto,
    abrir: () => {
      if (!history.canGoBack()) void navigate(O_MESMO as never)
      setAberto(true)
    },
    fechar: () => {
      setAberto(false)
      if (naEntradaDoMenu(history)) history.back({ ignoreBlocker: true })
    },
    /** The navigation replaces the menu's entry of the history. */
    escolher: () => setAberto(false),
  }
}

const O_MESMO = { to: '.', search: true, hash: true, state: { menu: true }, resetScroll: false, ignoreBlocker: true }
