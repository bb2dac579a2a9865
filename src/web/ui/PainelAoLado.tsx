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
      <div ref={corpo} tabIndex={-1} data-autofocus data-corpo className="painel-corpo">
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

/** Another record is read from its top. */
function useCorpo(registro: number | undefined) {
  const corpo = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record is what it is about
  useEffect(() => {
    if (corpo.current) corpo.current.scrollTop = 0
  }, [registro])
  return corpo
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
        if (evento.currentTarget.querySelector('[popover=auto]:popover-open')) return
        evento.preventDefault()
        aoFechar()
      }}
    >
      {children}
    </aside>
  )
}
