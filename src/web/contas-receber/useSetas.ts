import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'

const PASSOS: Record<string, (lugar: number, ultimo: number) => number> = {
  ArrowDown: (lugar, ultimo) => Math.min(lugar + 1, ultimo),
  ArrowUp: (lugar) => Math.max(lugar - 1, 0),
  Home: () => 0,
  End: (_, ultimo) => ultimo,
}
const PARADAS = 'input, button:not([role])'

/**
 * ↑, ↓, Home and End go from one account to another, in the same column; Tab stops at one account only, so that three
 * hundred of them are not three hundred stops on the way to the buttons below.
 */
export function useSetas() {
  const ref = useRef<HTMLDivElement>(null)
  const atual = useRef<Element>(null)
  const parar = (linha: Element | undefined) => {
    atual.current = linha ?? null
    for (const uma of linhas(ref.current))
      for (const parada of uma.querySelectorAll<HTMLElement>(PARADAS)) parada.tabIndex = uma === linha ? 0 : -1
  }
  // After each render: accounts come and go.
  useEffect(() => {
    const todas = linhas(ref.current)
    parar(todas.find((uma) => uma === atual.current) ?? todas[0])
  })
  return {
    ref,
    onFocus: ({ target }: FocusEvent) => {
      const linha = target.closest('.conta')
      if (linha) parar(linha)
    },
    onKeyDown: (evento: KeyboardEvent) => {
      const passo = PASSOS[evento.key]
      const alvo = evento.target as HTMLElement
      const linha = alvo.closest('.conta')
      if (!passo || !linha || alvo.ariaExpanded === 'true' || alvo.closest('[popover]')) return
      const todas = linhas(ref.current)
      const destino = todas[passo(todas.indexOf(linha), todas.length - 1)]
      const coluna = alvo.tagName.toLowerCase()
      evento.preventDefault()
      ;(destino?.querySelector<HTMLElement>(coluna) ?? destino?.querySelector<HTMLElement>(PARADAS))?.focus()
    },
  }
}

const linhas = (lista: Element | null): Element[] => [...(lista?.querySelectorAll('.conta') ?? [])]
