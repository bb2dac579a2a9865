import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react'
import type { Variavel } from '#domain/modelo.ts'
import { ehVariavel, partesDe } from './partes.ts'
import './editor.css'

export interface CampoVariaveisAcoes {
  /** Puts a variable where the caret is, or was last. */
  inserir(variavel: Variavel): void
}
interface Props {
  texto: string
  aoMudar: (texto: string) => void
  erro: boolean
  descritoPor: string
  rotulo: string
  acoes: Ref<CampoVariaveisAcoes>
}

/** A text field in which each variable is a unit: inserted, selected and deleted whole. */
export function CampoVariaveis({ texto, aoMudar, erro, descritoPor, rotulo, acoes }: Props) {
  const campo = useRef<HTMLDivElement>(null)
  const mostrado = useRef<string>(undefined)
  const cursor = useCursor(campo)

  // The browser edits the field's contents; they are redrawn only when the text came from elsewhere.
  useEffect(() => {
    if (campo.current && mostrado.current !== texto) {
      desenhar(campo.current, texto)
      mostrado.current = texto
      cursor.current = undefined
    }
  }, [texto, cursor])

  const contar = () => {
    if (!campo.current) return
    const novo = ler(campo.current)
    const emChips = partesDe(novo).filter((parte) => 'variavel' in parte).length
    // A variable typed by hand becomes a unit too, as soon as its braces close.
    if (emChips !== campo.current.querySelectorAll('[data-variavel]').length) desenharNoFim(campo.current, novo)
    mostrado.current = novo
    aoMudar(novo)
  }

  useImperativeHandle(acoes, () => ({
    inserir(variavel) {
      if (!campo.current) return
      porChip(campo.current, cursor.current, variavel)
      contar()
    },
  }))

  return (
    // biome-ignore lint/a11y/useSemanticElements: no field of the browser's own holds a variable as a unit
    <div
      ref={campo}
      className="campo-variaveis"
      role="textbox"
      tabIndex={0}
      aria-multiline="true"
      aria-label={rotulo}
      aria-describedby={descritoPor}
      aria-invalid={erro}
      contentEditable
      suppressContentEditableWarning
      spellCheck
      lang="pt-BR"
      onInput={contar}
      onKeyDown={quebrarLinha}
      onPaste={colar}
      onDrop={(evento) => evento.preventDefault()}
      onClick={tocar}
    />
  )
}

/** The field's caret, or its last one; the variables in a selection are marked as selected. */
function useCursor(campo: RefObject<HTMLElement | null>) {
  const cursor = useRef<Range>(undefined)
  useEffect(() => {
    const lembrar = () => {
      const selecao = document.getSelection()
      if (!campo.current || !selecao?.rangeCount) return
      const faixa = selecao.getRangeAt(0)
      const dentro = campo.current.contains(faixa.commonAncestorContainer)
      if (dentro && soltar(faixa)) return
      if (dentro) cursor.current = faixa.cloneRange()
      for (const chip of campo.current.querySelectorAll<HTMLElement>('[data-variavel]')) {
        chip.toggleAttribute('data-selecionada', dentro && !faixa.collapsed && faixa.intersectsNode(chip))
      }
    }
    document.addEventListener('selectionchange', lembrar)
    return () => document.removeEventListener('selectionchange', lembrar)
  }, [campo])
  return cursor
}

function quebrarLinha(evento: KeyboardEvent) {
  if (evento.key !== 'Enter') return
  evento.preventDefault()
  document.execCommand('insertLineBreak')
}

/** Pastes as plain text. */
function colar(evento: ClipboardEvent) {
  evento.preventDefault()
  document.execCommand('insertText', false, evento.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n'))
}

/** Selects a pressed variable whole. */
function tocar({ target }: MouseEvent) {
  const chip = (target as HTMLElement).closest?.('[data-variavel]')
  const selecao = document.getSelection()
  if (!chip) return void (selecao?.rangeCount && soltar(selecao.getRangeAt(0)))
  const faixa = document.createRange()
  faixa.selectNode(chip)
  selecionar(faixa)
}

function criarChip(variavel: Variavel): HTMLElement {
  const chip = document.createElement('span')
  chip.dataset.variavel = variavel
  chip.contentEditable = 'false'
  chip.textContent = variavel
  return chip
}

/** Inserts a variable at the last caret, or at the end, and puts the caret after it. */
function porChip(campo: HTMLElement, cursor: Range | undefined, variavel: Variavel) {
  const faixa = cursor ?? noFim(campo)
  campo.focus()
  faixa.deleteContents()
  const chip = criarChip(variavel)
  faixa.insertNode(chip)
  faixa.setStartAfter(chip)
  faixa.collapse(true)
  selecionar(faixa)
}

function desenhar(campo: HTMLElement, texto: string) {
  campo.replaceChildren(
    ...partesDe(texto).flatMap((parte): (Node | string)[] =>
      'variavel' in parte
        ? [criarChip(parte.variavel)]
        : parte.fixo.split('\n').flatMap((linha, i) => (i === 0 ? [linha] : [document.createElement('br'), linha])),
    ),
  )
  // A line break at the end shows no line until something follows it.
  if (texto.endsWith('\n')) campo.append(document.createElement('br'))
}

/** Redraws while the person types, and puts the caret after the variable just closed. */
function desenharNoFim(campo: HTMLElement, texto: string) {
  const antes = [...campo.querySelectorAll('[data-variavel]')].map((chip) => (chip as HTMLElement).dataset.variavel)
  desenhar(campo, texto)
  const chips = [...campo.querySelectorAll<HTMLElement>('[data-variavel]')]
  const novo = chips.find((chip, i) => chip.dataset.variavel !== antes[i]) ?? chips.at(-1)
  const faixa = noFim(campo)
  if (novo) faixa.setStartAfter(novo)
  faixa.collapse(true)
  selecionar(faixa)
}

/** The text with its variables in braces. */
function ler(campo: HTMLElement): string {
  const partes = [...campo.childNodes].map(lerNo)
  const texto = partes.join('').replaceAll('\u00A0', ' ')
  return campo.lastChild instanceof HTMLBRElement ? texto.slice(0, -1) : texto
}

function lerNo(no: Node): string {
  if (no instanceof HTMLBRElement) return '\n'
  if (!(no instanceof HTMLElement)) return no.textContent ?? ''
  const variavel = no.dataset.variavel ?? ''
  if (ehVariavel(variavel)) return `{{${variavel}}}`
  return [...no.childNodes].map(lerNo).join('')
}

function noFim(campo: HTMLElement): Range {
  const faixa = document.createRange()
  faixa.selectNodeContents(campo)
  faixa.collapse(false)
  return faixa
}

/** Beside a variable that ends its line, a click puts the caret inside it, where nothing can be written: it goes after. */
function soltar({ collapsed, startContainer }: Range): boolean {
  const chip = collapsed && startContainer.parentElement?.closest('[data-variavel]')
  if (!chip) return false
  const faixa = document.createRange()
  faixa.setStartAfter(chip)
  faixa.collapse(true)
  selecionar(faixa)
  return true
}

function selecionar(faixa: Range) {
  const selecao = document.getSelection()
  selecao?.removeAllRanges()
  selecao?.addRange(faixa)
}
