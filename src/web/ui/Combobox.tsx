import { type UseComboboxState, useCombobox } from 'downshift'
import { type ReactNode, type Ref, useId } from 'react'
import { Field, type FieldFrame, InputBox } from './Field.tsx'
import { plural } from './formatos.ts'

import './combobox.css'

interface Props<T extends { id: number }> extends FieldFrame {
  /** What is found for what was typed; the server looks it up. */
  opcoes: readonly T[]
  escolhida: T | null
  /** An option's text in the field. */
  escrever: (opcao: T) => string
  /** A second line, which distinguishes options of the same name. */
  detalhe?: (opcao: T) => ReactNode
  aoDigitar: (texto: string) => void
  aoEscolher: (opcao: T | null) => void
  aoAbrir?: () => void
  procurando: boolean
  /** Said where nothing is found, or too little was typed. */
  vazio: string
  /** Why nothing could be looked up. */
  falha: Error | null
  placeholder?: string
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/** One of many, found by typing: the field, its list, and what a screen reader hears of them (downshift). */
export function Combobox<T extends { id: number }>(props: Props<T>) {
  const { rotulo, opcional, ajuda, erro, opcoes, escolhida, escrever, detalhe, procurando, falha, vazio } = props
  const id = useId()
  const combo = useCombobox<T>({
    id,
    items: [...opcoes],
    itemToString: (opcao) => (opcao ? escrever(opcao) : ''),
    itemToKey: (opcao) => opcao?.id,
    selectedItem: escolhida,
    stateReducer: (state, { type, changes }) => followText(state, type, changes, escrever),
    onInputValueChange: ({ inputValue }) => props.aoDigitar(inputValue),
    onSelectedItemChange: ({ selectedItem }) => props.aoEscolher(selectedItem),
    onIsOpenChange: ({ isOpen }) => isOpen && props.aoAbrir?.(),
    getA11yStatusMessage: ({ isOpen }) => (isOpen ? fraseDoLeitor(opcoes.length) : ''),
  })
  const { isOpen, highlightedIndex, selectItem, getInputProps, getMenuProps, getItemProps, getLabelProps } = combo
  return (
    <Field id={getLabelProps().htmlFor} rotulo={rotulo} opcional={opcional} ajuda={ajuda} erro={erro}>
      <div className="combobox">
        <InputBox erro={Boolean(erro)}>
          <input
            {...getInputProps({
              ref: props.ref ?? null,
              placeholder: props.placeholder,
              // Selects the text, so that typing starts a new search.
              onClick: ({ currentTarget }) => isOpen || currentTarget.select(),
              // While the list is open, Enter acts on it: it never submits the form around the field.
              onKeyDown: (evento) => {
                if (evento.key !== 'Enter' || !isOpen || highlightedIndex >= 0) return
                evento.preventDefault()
                Object.assign(evento.nativeEvent, { preventDownshiftDefault: true }) // which would close the list
                if (opcoes.length === 1 && !procurando) selectItem(opcoes[0]!)
              },
            })}
            {...(props.autoFocus && { 'data-autofocus': true })}
            aria-describedby={`${getLabelProps().htmlFor}-ajuda`}
            aria-invalid={Boolean(erro)}
          />
        </InputBox>
        <ul {...getMenuProps({ 'aria-label': rotulo })} className="combobox-list" hidden={!isOpen}>
          {isOpen &&
            opcoes.map((opcao, index) => (
              <li
                key={opcao.id}
                {...getItemProps({ item: opcao, index })}
                className={index === highlightedIndex ? 'highlighted' : ''}
              >
                {escrever(opcao)}
                {detalhe && <small>{detalhe(opcao)}</small>}
              </li>
            ))}
        </ul>
        {isOpen && opcoes.length === 0 && (
          <div className="combobox-list combobox-empty">{procurando ? 'Procurando…' : (falha?.message ?? vazio)}</div>
        )}
      </div>
    </Field>
  )
}

/** Clearing the text clears the choice; text left unfinished goes back to the choice's. */
function followText<T>(
  { selectedItem }: UseComboboxState<T>,
  type: string | number,
  changes: Partial<UseComboboxState<T>>,
  escrever: (opcao: T) => string,
) {
  const { InputChange, InputBlur } = useCombobox.stateChangeTypes
  if (type === InputChange && changes.inputValue === '') return { ...changes, selectedItem: null }
  const chosen = changes.selectedItem ?? selectedItem
  if (type === InputBlur && chosen) return { ...changes, inputValue: escrever(chosen) }
  return changes
}

/** What a screen reader is told as the list changes. */
const fraseDoLeitor = (quantas: number) =>
  quantas === 0
    ? 'Nada encontrado.'
    : `${plural(quantas, 'opção', 'opções')}. Use as setas para escolher e Enter para confirmar.`
