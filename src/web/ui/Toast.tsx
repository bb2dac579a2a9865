import { useEffect, useRef } from 'react'
import { Button } from './Button.tsx'

export interface ToastMessage {
  id: number
  texto: string
  acao?: { rotulo: string; fazer: () => void } | undefined
}

const DURATION_MS = 5_000
const WITH_ACTION_MS = 8_000

/** The message at the bottom left, over dialogs too; it stays while pointed at or focused. */
export function Toast({ message, aoFechar }: { message: ToastMessage; aoFechar: () => void }) {
  const caixa = useRef<HTMLDivElement>(null)
  const parado = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message begins its own time
  useEffect(() => {
    // The top layer stacks in order of showing: shown again, it is over a dialog opened since the last message.
    caixa.current?.hidePopover()
    caixa.current?.showPopover()
    const relogio = setInterval(() => parado.current || aoFechar(), message.acao ? WITH_ACTION_MS : DURATION_MS)
    return () => clearInterval(relogio)
  }, [message.id])
  const parar = (sim: boolean) => () => {
    parado.current = sim
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it there
    <div
      ref={caixa}
      popover="manual"
      className="toast"
      onMouseEnter={parar(true)}
      onMouseLeave={parar(false)}
      onFocus={parar(true)}
      onBlur={parar(false)}
    >
      <span role="status">{message.texto}</span>
      {message.acao && (
        <Button
          onClick={() => {
            message.acao?.fazer()
            aoFechar()
          }}
        >
          {message.acao.rotulo}
        </Button>
      )}
    </div>
  )
}
