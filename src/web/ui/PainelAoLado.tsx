import { type ReactNode, useEffect, useRef } from 'react'
import { CloseOutlined } from '#web/ui/icons/CloseOutlined.tsx'
import { IconButton } from './Button.tsx'
import { Drawer } from './Dialog.tsx'
import { Tooltip } from './Tooltip.tsx'
import { useMedia } from './useMedia.ts'
import './painel-ao-lado.css'

const LARGURA = 520

interface Props {
  rotulo: string
  titulo: string
  /** The record on view, where one goes on from one to the next in the same panel. */
  registro?: number
  aoFechar: () => void
  children: ReactNode
}

/** One record beside the list, which stays usable; over it where there is no room for both. */
export function PainelAoLado({ rotulo, titulo, registro, aoFechar, children }: Props) {
  const corpo = useCorpo(registro)
  const larga = useMedia('(min-width: 1200px)')
  const conteudo = (
    <>
      <div className="painel-topo">
        <h2 title={titulo} className="cortado">
          {titulo}
        </h2>
        <Tooltip texto="Fechar">
          <IconButton className="so-na-tela" aria-label="Fechar" onClick={aoFechar}>
            <CloseOutlined />
          </IconButton>
        </Tooltip>
      </div>
      {/* Over the list, the focus begins at what is told, and not at the way out of it. */}
      <div {...corpo} tabIndex={-1} data-autofocus className="painel-corpo">
        {children}
      </div>
    </>
  )
  return larga ? (
    <AoLado rotulo={rotulo} aoFechar={aoFechar}>
      {conteudo}
    </AoLado>
  ) : (
    <Drawer rotulo={rotulo} lado="right" largura={LARGURA} className="painel-ao-lado" aoFechar={aoFechar}>
      {conteudo}
    </Drawer>
  )
}

/** Another record is read from its top; the focus stays in the panel when what had it went with the last one, or with what was done. */
function useCorpo(registro: number | undefined) {
  const ref = useRef<HTMLDivElement>(null)
  const visto = useRef(registro)
  const dentro = useRef(false)
  useEffect(() => {
    if (!ref.current) return
    const outro = visto.current !== registro
    visto.current = registro
    if (outro) ref.current.scrollTop = 0
    if ((outro || dentro.current) && document.activeElement === document.body)
      ref.current.focus({ preventScroll: true })
  })
  return {
    ref,
    onFocus: () => (dentro.current = true),
    // Who presses beside it leaves it; what is taken away does not say so.
    onBlur: () => (dentro.current = false),
  }
}

/** Takes the focus when it opens and gives it back when it closes. */
function AoLado({ rotulo, aoFechar, children }: Omit<Props, 'titulo' | 'registro'>) {
  const painel = useRef<HTMLElement>(null)
  useEffect(() => {
    const antes = document.activeElement
    painel.current?.focus({ preventScroll: true })
    return () => {
      if (antes instanceof HTMLElement && antes.isConnected) antes.focus({ preventScroll: true })
    }
  }, [])
  return (
    <aside
      ref={painel}
      className="painel-ao-lado ao-lado"
      aria-label={rotulo}
      tabIndex={-1}
      onKeyDown={(evento) => {
        if (evento.key !== 'Escape' || evento.defaultPrevented) return
        if (evento.currentTarget.querySelector(':popover-open')) return
        evento.preventDefault()
        aoFechar()
      }}
    >
      {children}
    </aside>
  )
}
