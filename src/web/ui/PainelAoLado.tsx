import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
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
  /** The id of the record on view, where the same panel goes from one to the next. */
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
      {/* As a dialog over the list it opens with the focus on its contents, not on the close button. */}
      <div ref={corpo} tabIndex={-1} data-autofocus className="painel-corpo">
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

/** Another record is read from its top; the focus stays in the panel when the element that had it is gone. */
function useCorpo(registro: number | undefined) {
  const corpo = useRef<HTMLDivElement>(null)
  const visto = useRef(registro)
  const dentro = useFocoDentro(corpo)
  useEffect(() => {
    if (!corpo.current) return
    const outro = visto.current !== registro
    visto.current = registro
    if (outro) corpo.current.scrollTop = 0
    if ((outro || dentro.current) && document.activeElement === document.body)
      corpo.current.focus({ preventScroll: true })
  })
  return corpo
}

/**
 * Whether the keyboard was last in the panel, or in a dialog opened from it. By native events: React does not report the
 * focus that a closing dialog gives back, and no event reports that the focused element was removed.
 */
function useFocoDentro(corpo: RefObject<HTMLElement | null>) {
  const dentro = useRef(false)
  useEffect(() => {
    const aoMudar = ({ target }: Event) => {
      const alvo = target as HTMLElement
      const dialogo = alvo.closest('dialog')
      if (!dialogo || dialogo.contains(corpo.current)) dentro.current = corpo.current?.contains(alvo) ?? false
    }
    document.addEventListener('focusin', aoMudar)
    document.addEventListener('pointerdown', aoMudar)
    return () => {
      document.removeEventListener('focusin', aoMudar)
      document.removeEventListener('pointerdown', aoMudar)
    }
  }, [corpo])
  return dentro
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
