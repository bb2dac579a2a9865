import { cloneElement, type ReactElement, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

const placeByScript = async (panel: HTMLElement) => (await import('./placeByScript.ts')).placeByScript(panel)

/** Props given to the trigger: with them the browser toggles the popover, announces it and gives the focus back. */
export interface TriggerProps {
  popoverTarget?: string
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
}

interface Props {
  /** The button that opens it. */
  trigger: ReactElement<TriggerProps>
  tipo: 'menu' | 'dialog'
  rotulo: string
  className?: string
  /** Drawn only while it is open; `fechar` closes it. */
  children: (fechar: () => void) => ReactNode
  aoAbrir?: () => void
  aoMostrar?: (painel: HTMLElement) => void
  aoTeclar?: (evento: React.KeyboardEvent<HTMLElement>) => void
}

/**
 * What hangs from a button over everything else, on the browser's own popover: Escape or a press elsewhere closes it.
 * It stands below its button by anchor positioning, or above where there is no room.
 */
export function Popover({ trigger, tipo, rotulo, className = '', children, aoAbrir, aoMostrar, aoTeclar }: Props) {
  const id = useId()
  const painel = useRef<HTMLDivElement>(null)
  const [aberto, setAberto] = useState(false)
  return (
    <>
      {cloneElement(trigger, { popoverTarget: id, 'aria-haspopup': tipo, 'aria-expanded': aberto })}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is one of the two that take a name */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it has one of two roles */}
      <div
        ref={painel}
        id={id}
        popover="auto"
        role={tipo}
        aria-label={rotulo}
        tabIndex={-1}
        className={`popover ${className}`}
        onBeforeToggle={({ newState, currentTarget, target }) => {
          if (target !== currentTarget || newState !== 'open') return
          // Its contents must be there when the browser looks for what to focus.
          flushSync(() => setAberto(true))
          aoAbrir?.()
        }}
        onToggle={({ newState, currentTarget, target }) => {
          if (target !== currentTarget) return
          // Unmounted only now: while closing, the browser gives back the focus from inside.
          if (newState !== 'open') return setAberto(false)
          // Where the browser has no anchor positioning.
          if (!CSS.supports('position-area', 'bottom')) void placeByScript(currentTarget)
          aoMostrar?.(currentTarget)
        }}
        onKeyDown={aoTeclar}
      >
        {aberto && children(() => painel.current?.hidePopover())}
      </div>
    </>
  )
}
