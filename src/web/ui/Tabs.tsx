import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { numero } from './formatos.ts'
import './tabs.css'

interface Props<V extends string> {
  rotulo: string
  /** The element that shows the chosen tab, with `role="tabpanel"`. */
  painel: string
  /** `total` is null while it is counted, and its room is kept. */
  abas: readonly { valor: V; rotulo: string; total?: number | null }[]
  atual: V
  aoMudar: (valor: V) => void
  /** The second level of a screen: a band under the top bar, on the page's margin. */
  daTela?: boolean
}

/** Tabs of a pane: ← and → choose, Tab goes into what they show. */
export function Tabs<V extends string>({ rotulo, painel, abas, atual, aoMudar, daTela = false }: Props<V>) {
  const lista = useRef<HTMLDivElement>(null)
  // Where they do not all fit, centres the chosen one. In a layout effect: a tree hidden while it loads is measured once shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another place
  useLayoutEffect(() => {
    const escolhida = lista.current?.querySelector('[aria-selected=true]')?.getBoundingClientRect()
    const moldura = lista.current?.getBoundingClientRect()
    if (escolhida && moldura)
      lista.current?.scrollBy(escolhida.left + escolhida.width / 2 - moldura.left - moldura.width / 2, 0)
  }, [atual])
  const escolher = (valor: V) => {
    // Another tab of the screen is read from its top.
    if (daTela) lista.current?.closest('main')?.scrollTo(0, 0)
    aoMudar(valor)
  }
  const aoTeclar = (evento: KeyboardEvent<HTMLElement>) => {
    const passo = { ArrowRight: 1, ArrowLeft: -1 }[evento.key]
    if (!passo) return
    const indice = abas.findIndex(({ valor }) => valor === atual)
    const nova = abas[(indice + passo + abas.length) % abas.length]
    if (!nova) return
    evento.preventDefault()
    escolher(nova.valor)
    evento.currentTarget.querySelector<HTMLElement>(`#${painel}-${nova.valor}`)?.focus()
  }
  return (
    <div
      ref={lista}
      role="tablist"
      aria-label={rotulo}
      className={daTela ? 'tabs of-page' : 'tabs'}
      onKeyDown={aoTeclar}
    >
      {abas.map((aba) => (
        <button
          key={aba.valor}
          type="button"
          role="tab"
          id={`${painel}-${aba.valor}`}
          aria-controls={painel}
          aria-selected={aba.valor === atual}
          tabIndex={aba.valor === atual ? 0 : -1}
          onClick={() => escolher(aba.valor)}
        >
          {aba.rotulo}
          {aba.total === undefined ? null : ' '}
          {aba.total === undefined ? null : <span>{aba.total === null ? '…' : numero(aba.total)}</span>}
        </button>
      ))}
    </div>
  )
}
