import { type CSSProperties, type ReactNode, useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'

const LARGURA_MAXIMA = 280
/** Drawn inside the landmark of what it explains, as axe's `region` rule wants. */
const MARCOS = 'dialog, [popover], [role=dialog], main, aside, header'

/** The words of an icon that has none, on hover and on focus; Escape closes it. */
export function Tooltip({ texto, children }: { texto: ReactNode; children: ReactNode }) {
  const id = useId()
  const [lugar, setLugar] = useState<{ estilo: CSSProperties; onde: Element } | null>(null)
  useEffect(() => {
    if (!lugar) return
    const fechar = (evento: KeyboardEvent) => evento.key === 'Escape' && setLugar(null)
    window.addEventListener('keydown', fechar)
    return () => window.removeEventListener('keydown', fechar)
  }, [lugar])
  const mostrar = (alvo: EventTarget & Element) => {
    const { left, right, top, height } = (alvo.firstElementChild ?? alvo).getBoundingClientRect()
    const cabe = right + LARGURA_MAXIMA < window.innerWidth
    const estilo = { top: top + height / 2, ...(cabe ? { left: right + 8 } : { right: window.innerWidth - left + 8 }) }
    setLugar({ estilo, onde: alvo.closest(MARCOS) ?? document.body })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only shows what the control inside already says to readers
    <span
      className="with-tooltip"
      onMouseOver={(evento) => mostrar(evento.currentTarget)}
      onFocus={(evento) => evento.target.matches(':focus-visible') && mostrar(evento.currentTarget)}
      onMouseOut={() => setLugar(null)}
      onBlur={() => setLugar(null)}
      onMouseDown={() => setLugar(null)}
    >
      {children}
      {lugar &&
        createPortal(
          <div role="tooltip" id={id} className="tooltip" style={lugar.estilo}>
            {texto}
          </div>,
          lugar.onde,
        )}
    </span>
  )
}
