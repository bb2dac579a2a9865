import { useEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import { recebeTexto } from './teclas.ts'

export interface ToastMessage {
  id: number
  texto: string
  acao?:
    | {
        rotulo: string
        fazer: () => void
        /** It undoes what the message tells: Ctrl+Z presses it. */
        desfaz?: true
      }
    | undefined
}

const DURATION_MS = 5_000
const WITH_ACTION_MS = 8_000

interface Props {
  message: ToastMessage | null
  aoFechar: () => void
}

/**
 * The message at the bottom left; it stays while pointed at or focused. The live region is mounted before any message: screen
 * readers announce changes of a region, not a region that appears.
 */
export function Toast({ message, aoFechar }: Props) {
  const caixa = useRef<HTMLDivElement>(null)
  /** What had the focus before the button here: the button goes away when it is pressed. */
  const antes = useRef<Element | null>(null)
  useEffect(() => {
    caixa.current?.showPopover()
  }, [])
  useEffect(() => {
    if (!message) return
    const fecharSozinho = () => caixa.current?.matches(':hover, :focus-within') || aoFechar()
    const relogio = setInterval(fecharSozinho, message.acao ? WITH_ACTION_MS : DURATION_MS)
    return () => clearInterval(relogio)
  }, [message, aoFechar])
  const fazer = () => {
    if (antes.current instanceof HTMLElement && caixa.current?.contains(document.activeElement)) antes.current.focus()
    message?.acao?.fazer()
    aoFechar()
  }
  useDesfazer(message?.acao?.desfaz && fazer)
  return (
    <div ref={caixa} popover="manual" className={message ? 'toast' : 'toast empty'}>
      {/* Keyed, so that the same text again is announced again. */}
      <span role="status">{message && <span key={message.id}>{message.texto}</span>}</span>
      {message?.acao && (
        <Button
          onClick={fazer}
          onFocus={({ relatedTarget }) => {
            antes.current = relatedTarget
          }}
          {...(message.acao.desfaz && { 'aria-keyshortcuts': 'Control+Z' })}
        >
          {message.acao.rotulo}
        </Button>
      )}
    </div>
  )
}

/** Ctrl+Z presses the undo button, which Tab reaches last and which is soon gone; in a text field the key stays the field's own. */
function useDesfazer(fazer: (() => void) | undefined) {
  useEffect(() => {
    if (!fazer) return
    const aoTeclar = (evento: KeyboardEvent) => {
      if (!(evento.ctrlKey || evento.metaKey) || evento.shiftKey || evento.altKey || evento.key.toLowerCase() !== 'z')
        return
      if (evento.defaultPrevented || recebeTexto(evento.target as HTMLElement)) return
      evento.preventDefault()
      fazer()
    }
    window.addEventListener('keydown', aoTeclar)
    return () => window.removeEventListener('keydown', aoTeclar)
  })
}
