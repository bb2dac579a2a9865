import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import './suggestions.css'

interface Props<T> {
  /** Completions of the word being written; empty closes the list. */
  opcoes: readonly T[]
  rotulo: string
  chave: (opcao: T) => string | number
  desenhar: (opcao: T) => ReactNode
  aoEscolher: (opcao: T) => void
  /** Escape: what was written stays as it is. */
  aoDispensar: () => void
}

/**
 * Completions for the word being written in a textarea: the field keeps the focus, ↑ ↓ move, Enter or Tab takes, Escape leaves.
 * Give `campo` to the textarea, ask `aoTeclar` first, and put `lista` beside it.
 */
export function useSuggestions<T>({ opcoes, rotulo, chave, desenhar, aoEscolher, aoDispensar }: Props<T>) {
  const id = useId()
  const [escolhida, setEscolhida] = useState(0)
  const lista = useRef<HTMLDivElement>(null)
  const aberta = opcoes.length > 0
  const atual = Math.min(escolhida, opcoes.length - 1)
  useEffect(() => {
    if (!aberta) setEscolhida(0)
  }, [aberta])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen one is kept in view
  useEffect(() => {
    lista.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [atual])

  const aoTeclar = (evento: KeyboardEvent): boolean => {
    const opcao = opcoes[atual]
    if (!opcao || evento.nativeEvent.isComposing) return false
    const passo = { ArrowDown: 1, ArrowUp: -1 }[evento.key]
    if (passo) setEscolhida((atual + passo + opcoes.length) % opcoes.length)
    else if ((evento.key === 'Enter' && !evento.shiftKey) || evento.key === 'Tab') aoEscolher(opcao)
    else if (evento.key === 'Escape') aoDispensar()
    else return false
    evento.preventDefault()
    evento.stopPropagation()
    return true
  }
  return {
    aoTeclar,
    campo: {
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      ...(aberta && { 'aria-controls': id, 'aria-activedescendant': `${id}-${atual}` }),
    },
    lista: aberta && (
      <div ref={lista} id={id} role="listbox" aria-label={rotulo} className="suggestions">
        {opcoes.map((opcao, n) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keyboard
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
          <div
            key={chave(opcao)}
            id={`${id}-${n}`}
            role="option"
            aria-selected={n === atual}
            onMouseMove={() => setEscolhida(n)}
            // The field would lose the focus, and a phone its keyboard.
            onMouseDown={(evento) => evento.preventDefault()}
            onClick={() => aoEscolher(opcao)}
          >
            {desenhar(opcao)}
          </div>
        ))}
      </div>
    ),
    dito: (
      <span role="status" className="so-leitor">
        {aberta && `${opcoes.length} ${opcoes.length === 1 ? 'opção' : 'opções'}: setas escolhem, Enter põe no texto.`}
      </span>
    ),
  }
}
