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

/** Another record is read from its top; the focus stays in the panel when what had it went with the last one, or with what was done. */
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
 * Whether the keyboard was last in here, or in a dialog that was opened from here: by the browser's own events, since what a
 * dialog gives back as it closes React does not tell, and what takes an element away nobody does.
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
