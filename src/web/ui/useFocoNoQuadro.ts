import { type RefObject, useLayoutEffect } from 'react'
import { recebeTexto } from './teclas.ts'

/** The position of an element: its ancestors, innermost first, each with the index of the child that leads to it. */
interface Lugar {
  alvo: Element
  caminho: { pai: Element; indice: number }[]
}
interface Quadro {
  inteiro: HTMLElement
  /** What had the focus when the frame opened. */
  antes: Lugar | undefined
}
/** The open frames: the screen, a panel beside its list, the dialogs over it; the last one is on top. */
const quadros: Quadro[] = []
/** What was focused last. */
let ultimo: Lugar | undefined
let esperando = false

function lugarDe(alvo: Element): Lugar {
  const caminho: Lugar['caminho'] = []
  for (let filho = alvo; filho.parentElement; filho = filho.parentElement)
    caminho.push({ pai: filho.parentElement, indice: [...filho.parentElement.children].indexOf(filho) })
  return { alvo, caminho }
}

function aoChegar({ target }: FocusEvent) {
  // A toast goes away by itself: what counts is what had the focus before it.
  if (target instanceof Element && !target.closest('.toast')) ultimo = lugarDe(target)
}

/** Nothing is focused any more, though the element is still there: the person left it. */
function aoSair({ target, relatedTarget }: FocusEvent) {
  if (relatedTarget) return
  setTimeout(() => {
    if (ultimo?.alvo === target && !saiu(ultimo.alvo) && document.hasFocus()) ultimo = undefined
  })
}

const PARADAS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
/** The first element in there that Tab would stop at, but no text field: the next key pressed would be typed into it. */
const primeiraEm = (onde: Element | undefined): HTMLElement | undefined =>
  onde &&
  [onde, ...onde.querySelectorAll(PARADAS)].find(
    (um): um is HTMLElement =>
      um instanceof HTMLElement &&
      um.matches(`:is(${PARADAS}):not(:disabled, [tabindex="-1"])`) &&
      !recebeTexto(um) &&
      um.checkVisibility(),
  )

/** The same control, at the same position, of what was mounted anew. */
function oMesmo({ alvo, caminho }: Lugar, desde: number): HTMLElement | undefined {
  const { pai } = caminho[desde]!
  const la = caminho.slice(0, desde + 1).reduceRight<Element | undefined>((em, { indice }) => em?.children[indice], pai)
  return la instanceof HTMLElement && la.tagName === alvo.tagName && nomeDe(la) === nomeDe(alvo) ? la : undefined
}
const nomeDe = (um: Element) =>
  `${um.ariaLabel ?? ''} ${um.textContent} ${(um as HTMLInputElement).labels?.[0]?.textContent ?? ''}`

/** The same control mounted anew, else what took its place or its neighbour, else the innermost ancestor that takes the focus. */
function ondeSeguir(lugar: Lugar): HTMLElement | undefined {
  for (const [i, { pai, indice }] of lugar.caminho.entries()) {
    if (!pai.isConnected) continue
    const quadro = quadros.findLast(({ inteiro }) => inteiro.contains(pai))
    if (!quadro) return undefined
    const corpo = quadro.inteiro.querySelector<HTMLElement>('[data-corpo]') ?? quadro.inteiro
    if (pai === corpo || pai === quadro.inteiro) return corpo
    const perto =
      oMesmo(lugar, i) ?? [indice, indice + 1, indice - 1].map((i) => primeiraEm(pai.children[i])).find(Boolean)
    if (perto) return perto
    if (pai instanceof HTMLElement && pai.matches('[tabindex]')) return pai
  }
  return undefined
}

const saiu = (alvo: Element) => !alvo.isConnected || alvo.matches(':disabled')
const perdido = () => document.activeElement === document.body && ultimo !== undefined && saiu(ultimo.alvo)

/** In a task of its own: whoever removed the element may focus another one itself. */
function conferir() {
  if (esperando || !perdido()) return
  esperando = true
  setTimeout(() => {
    esperando = false
    if (!ultimo || !perdido()) return
    const seguinte = ondeSeguir(ultimo)
    ultimo = undefined
    // Focusing a whole frame scrolls nothing; a control in it is scrolled into view.
    seguinte?.focus({ preventScroll: seguinte.matches('[tabindex="-1"]') })
  })
}

const observador = new MutationObserver(conferir)

function abrir(inteiro: HTMLElement): Quadro {
  const quadro = { inteiro, antes: ultimo }
  quadros.push(quadro)
  if (quadros.length > 1) return quadro
  document.addEventListener('focusin', aoChegar)
  document.addEventListener('focusout', aoSair)
  observador.observe(document.body, { childList: true, subtree: true })
  return quadro
}

function fechar(quadro: Quadro) {
  quadros.splice(quadros.indexOf(quadro), 1)
  // The browser gives the focus back to what opened the dialog; if that is gone too, the search begins at its position.
  if (ultimo && quadro.inteiro.contains(ultimo.alvo)) ultimo = quadro.antes
  if (quadros.length > 0) return conferir()
  document.removeEventListener('focusin', aoChegar)
  document.removeEventListener('focusout', aoSair)
  observador.disconnect()
  ultimo = undefined
}

/**
 * When the focused element is removed, or a dialog gives the focus back to one that is then removed, the focus goes to its
 * neighbour, or to the frame's `data-corpo`. By native events and a MutationObserver: React reports neither, and no event
 * reports that the focused element was removed.
 */
export function useFocoNoQuadro(quadro: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    if (!quadro.current) return
    const aberto = abrir(quadro.current)
    return () => fechar(aberto)
  }, [quadro])
}
