import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Tom } from '#web/cores.ts'
import { InfoOutlined } from '#web/ui/icons/InfoOutlined.tsx'
import { Skeleton } from './Skeleton.tsx'

export interface Kpi {
  rotulo: string
  /** Undefined while loading. */
  figura: ReactNode | undefined
  /** The list that the figure leads to, and counts exactly; it looks like a figure until one points at it. */
  para?: { to: string; search?: Record<string, string> }
  /** The room it will take, kept while it loads. */
  largura?: number
  /** The line below the figure: given but undefined it keeps its room; left out there is none. */
  legenda?: ReactNode
  /** Asks something of the person: the whole cell is tinted. */
  tom?: Tom | undefined
  /** What it means, and how it is reckoned with the month's own numbers, behind the ⓘ. */
  definicao?: { texto: string; conta?: string | undefined } | undefined
}

/** From this many figures on, the columns share the width unevenly. */
const APERTADA_DESDE = 6

/** One card cut by dividers: label, figure, one line of comparison in words. */
export function KpiStrip({ itens, rotulo }: { itens: Kpi[]; rotulo: string }) {
  const apertada = itens.length >= APERTADA_DESDE
  return (
    <section aria-label={rotulo} className={apertada ? 'cartao figuras apertadas' : 'cartao figuras'}>
      <div className="figuras-grade">
        {itens.map((item) => (
          <div key={item.rotulo} className="figura" data-tom={item.tom}>
            <div className="figura-rotulo">
              <span>{item.rotulo}</span>
              {item.definicao && <Definicao item={item} definicao={item.definicao} />}
            </div>
            <div className="figura-valor">
              <Figura {...item} />
            </div>
            {'legenda' in item && <div className="figura-legenda miudo">{item.legenda}</div>}
          </div>
        ))}
      </div>
    </section>
  )
}

function Figura({ figura, largura = 72, para }: Kpi) {
  if (figura === undefined) return <Skeleton largura={largura} />
  if (!para) return figura
  return (
    <Link className="figura-ligacao alvo" to={para.to} search={para.search ?? {}}>
      {figura}
    </Link>
  )
}

/** Between the ⓘ and its text, and between this and the window's edge. */
const FOLGA_PX = 8

/** Opens on hover, focus and tap; Escape, or a tap elsewhere, closes it. */
function Definicao({ item, definicao }: { item: Kpi; definicao: NonNullable<Kpi['definicao']> }) {
  const id = useId()
  const [sinal, setSinal] = useState<HTMLElement | null>(null)
  const mostrar = ({ currentTarget }: { currentTarget: HTMLElement }) => setSinal(currentTarget)
  const esconder = () => setSinal(null)
  return (
    <>
      <button
        type="button"
        className="icon-button figura-sinal"
        aria-label={`Como se calcula: ${item.rotulo}`}
        aria-describedby={sinal ? id : undefined}
        onClick={mostrar}
        onPointerEnter={(evento) => evento.pointerType === 'mouse' && mostrar(evento)}
        onPointerLeave={(evento) => evento.pointerType === 'mouse' && esconder()}
        onFocus={(evento) => evento.target.matches(':focus-visible') && mostrar(evento)}
        onBlur={esconder}
      >
        <InfoOutlined size={16} aria-hidden />
      </button>
      {sinal && (
        <Palavras id={id} sinal={sinal} aoFechar={esconder}>
          <strong>{item.rotulo}</strong>
          <div>{definicao.texto}</div>
          {definicao.conta && (
            <div className="figura-conta">
              {definicao.conta} {item.figura !== undefined && <b>= {item.figura}</b>}
            </div>
          )}
        </Palavras>
      )}
    </>
  )
}

interface PalavrasProps {
  id: string
  sinal: HTMLElement
  aoFechar: () => void
  children: ReactNode
}

/** Over everything, below its ⓘ, inside the window. */
function Palavras({ id, sinal, aoFechar, children }: PalavrasProps) {
  const quadro = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const palavras = quadro.current
    if (!palavras) return
    palavras.showPopover()
    const { left, width, bottom } = sinal.getBoundingClientRect()
    const sobra = window.innerWidth - palavras.offsetWidth - FOLGA_PX
    palavras.style.left = `${Math.max(FOLGA_PX, Math.min(left + width / 2 - palavras.offsetWidth / 2, sobra))}px`
    palavras.style.top = `${bottom + FOLGA_PX}px`
  }, [sinal])
  return (
    <div
      ref={quadro}
      id={id}
      role="tooltip"
      popover="auto"
      className="figura-definicao"
      onToggle={(evento) => evento.newState === 'closed' && aoFechar()}
    >
      {children}
    </div>
  )
}
