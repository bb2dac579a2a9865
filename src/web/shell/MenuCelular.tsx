import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** A phone's menu, over the screen: Escape and the scrim close it, and the focus goes back to what opened it. */
export function MenuCelular({ aoFechar, children }: { aoFechar: () => void; children: ReactNode }) {
  const drawer = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const aberta = drawer.current
    aberta?.showModal()
    return () => aberta?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, as the browser's own "cancel"
    <dialog
      ref={drawer}
      className="menu-celular"
      aria-label="Menu"
      onCancel={aoFechar}
      onClick={(evento) => evento.target === evento.currentTarget && aoFechar()}
    >
      {children}
    </dialog>
  )
}
