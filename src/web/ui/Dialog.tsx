import {
  type CSSProperties,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { aCaminho, modais } from './modais.ts'
import './dialog.css'

interface ModalProps {
  /** Called by Escape, "back" on a phone and a press outside; the owner may ask first, and keep it open. */
  aoFechar: () => void
  className?: string
  style?: { '--width': string }
  children: ReactNode
  'aria-label'?: string | undefined
  'aria-labelledby'?: string | undefined
  'aria-describedby'?: string | undefined
}

/** The browser's own modal, bare: the rest is inert, the focus stays in it and goes back to where it was. */
export function Modal({ aoFechar, style, children, ...resto }: ModalProps) {
  const dialogo = useRef<HTMLDialogElement>(null)
  useShown(dialogo)
  return (
    <dialog
      {...resto}
      tabIndex={-1}
      {...(style && { style: style as CSSProperties })}
      ref={dialogo}
      onCancel={(evento) => {
        if (evento.target !== evento.currentTarget) return
        evento.preventDefault()
        aoFechar()
      }}
      // The browser closes on a second Escape in a row whatever `cancel` answered: the key is taken here, before it.
      onKeyDown={(evento) => {
        if (evento.key !== 'Escape' || evento.defaultPrevented) return
        if (evento.currentTarget.querySelector('[popover=auto]:popover-open')) return
        evento.preventDefault()
        evento.stopPropagation()
        aoFechar()
      }}
      // The second press of a double click on what opened it is no press outside.
      onMouseDown={(evento) => evento.target === evento.currentTarget && evento.detail < 2 && aoFechar()}
    >
      {children}
    </dialog>
  )
}

function useShown(dialogo: RefObject<HTMLDialogElement | null>) {
  useLayoutEffect(() => {
    const aberto = dialogo.current
    if (!aberto) return
    aberto.showModal()
    aCaminho.id = 0
    // The browser focuses the first control; `data-autofocus` overrides it (React's own `autoFocus` acts too early).
    aberto.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    modais.trocar([...modais.ler(), aberto])
    return () => {
      aberto.close()
      modais.trocar(modais.ler().filter((outro) => outro !== aberto))
    }
  }, [dialogo])
}

interface DialogProps {
  titulo: ReactNode
  children: ReactNode
  /** The buttons at the foot, the filled verb last. */
  acoes?: ReactNode
  /** Over the buttons: what was refused. */
  recusa?: ReactNode
  /** 400 to confirm, 480 by default, 640 for a list or a larger form. */
  largura?: number
  className?: string
  /** What it says is on its way: nothing more is changed in it. */
  enviando?: boolean
  aoFechar: () => void
  /** Makes it a form. */
  aoEnviar?: ((evento: FormEvent<HTMLFormElement>) => void) | undefined
}

/** A question or a form over the screen: its title, a body that scrolls, and the actions; the whole window on a phone. */
export function Dialog(props: DialogProps) {
  const { titulo, children, acoes, recusa, largura = 480, className = '', enviando = false, aoFechar, aoEnviar } = props
  const id = useId()
  const corpo = useRef<HTMLDivElement>(null)
  // The focus waits on the button, and after a refusal finds the fields there again.
  useLayoutEffect(() => {
    if (!enviando || !corpo.current?.contains(document.activeElement)) return
    corpo.current.parentElement?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [enviando])
  const dentro = (
    <>
      <h2 id={id} className="dialog-title">
        {titulo}
      </h2>
      <div ref={corpo} className="dialog-body" inert={enviando}>
        {children}
      </div>
      {recusa}
      {acoes && <div className="dialog-actions">{acoes}</div>}
    </>
  )
  return (
    <Modal
      className={`dialog ${className}`}
      style={{ '--width': `${largura}px` }}
      aria-labelledby={id}
      aoFechar={aoFechar}
    >
      {aoEnviar ? (
        <form noValidate className="dialog-frame" onSubmit={aoEnviar} onKeyDown={enviarComCtrl}>
          {dentro}
        </form>
      ) : (
        <div className="dialog-frame">{dentro}</div>
      )}
    </Modal>
  )
}

/** Ctrl+Enter sends it from a field of many lines too, where Enter alone breaks the line. */
function enviarComCtrl(evento: KeyboardEvent<HTMLFormElement>) {
  if (evento.key !== 'Enter' || !(evento.ctrlKey || evento.metaKey) || evento.defaultPrevented) return
  evento.preventDefault() // it presses nothing that has the focus
  // By its button, which takes no second press while the first is on its way.
  if (!evento.repeat) evento.currentTarget.querySelector<HTMLButtonElement>('[type=submit]')?.click()
}

interface DrawerProps {
  rotulo: string
  lado: 'right' | 'bottom'
  className?: string
  /** In px, of a drawer at a side. */
  largura?: number
  aoFechar: () => void
  children: ReactNode
}

/** What slides in over the screen from one of its edges. */
export const Drawer = ({ rotulo, lado, className = '', largura, aoFechar, children }: DrawerProps) => (
  <Modal
    className={`drawer ${lado} ${className}`}
    {...(largura && { style: { '--width': `${largura}px` } })}
    aria-label={rotulo}
    aoFechar={aoFechar}
  >
    {children}
  </Modal>
)
