import { recebeTexto } from '#web/ui/teclas.ts'

/*
 * When the focused element is removed, or a dialog gives the focus back to one that is then removed, the focus goes to its
 * neighbour, or to the `data-corpo` of the frame around it. By native events and a MutationObserver: React reports neither, and
 * no event reports that the focused element was removed.
 */

/** The position of an element: its ancestors, innermost first, each with the index of the child that leads to it. */
interface Lugar {
  alvo: Element
  caminho: { pai: Element; indice: number }[]
}
/** The screen, a panel beside its list, and the dialogs over it. */
const QUADROS = '#conteudo, .painel-ao-lado, dialog'

/** What was focused last. */
let ultimo: Lugar | undefined
/** What had the focus when each dialog opened. */
const antesDe = new WeakMap<Element, Lugar | undefined>()
/** What has just lost the focus, to nothing. */
let saindo: EventTarget | null = null
let esperando = false

function lugarDe(alvo: Element): Lugar {
  const caminho: Lugar['caminho'] = []
  for (let filho = alvo; filho.parentElement; filho = filho.parentElement)
    caminho.push({ pai: filho.parentElement, indice: [...filho.parentElement.children].indexOf(filho) })
  return { alvo, caminho }
}

function aoChegar({ target }: FocusEvent) {
  // A toast goes away by itself: what counts is what had the focus before it.
  if (!(target instanceof Element) || target.closest('.toast')) return
  // A dialog may open before the timer: it must not give the focus back to what was left.
  largar()
  const dialogo = target.closest('dialog')
  if (dialogo && !antesDe.has(dialogo)) antesDe.set(dialogo, ultimo)
  ultimo = lugarDe(target)
}

const saiu = (alvo: Element) => !alvo.isConnected || alvo.matches(':disabled')

/** Whether it was left or removed is only known afterwards: when something else is focused, or in a task of its own. */
function aoSair({ target, relatedTarget }: FocusEvent) {
  if (relatedTarget) return
  saindo = target
  setTimeout(largar)
}

/** Nothing is focused any more, though the element is still there: the person left it. */
function largar() {
  if (saindo && ultimo?.alvo === saindo && !saiu(ultimo.alvo) && document.hasFocus()) ultimo = undefined
  saindo = null
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
  if (lugar.alvo instanceof HTMLElement && !saiu(lugar.alvo)) return lugar.alvo
  for (const [i, { pai, indice }] of lugar.caminho.entries()) {
    if (!pai.isConnected) continue
    const quadro = pai.closest<HTMLElement>(QUADROS)
    if (!quadro) return undefined
    const corpo = quadro.querySelector<HTMLElement>('[data-corpo]') ?? quadro
    if (pai === corpo || pai === quadro) return corpo
    // What goes away in a conversation leaves the focus to it, and not to a note that stands near, or far above what was read.
    const conversa = pai.closest<HTMLElement>('[role=log]')
    if (conversa) return oMesmo(lugar, i) ?? conversa
    const perto =
      oMesmo(lugar, i) ?? [indice, indice + 1, indice - 1].map((n) => primeiraEm(pai.children[n])).find(Boolean)
    if (perto) return perto
    if (pai instanceof HTMLElement && pai.matches('[tabindex]')) return pai
  }
  return undefined
}

/** Where the focus was lost: if in a dialog that has closed since, what had it when that opened. */
function lugarPerdido(): Lugar | undefined {
  let lugar = ultimo
  for (let fechado = dialogoFechado(lugar); fechado; fechado = dialogoFechado(lugar)) lugar = antesDe.get(fechado)
  return lugar
}
const dialogoFechado = (lugar: Lugar | undefined) =>
  lugar?.caminho.find(({ pai }) => pai.tagName === 'DIALOG' && !pai.isConnected)?.pai

const perdido = () => document.activeElement === document.body && ultimo !== undefined && saiu(ultimo.alvo)

/** In a task of its own: whoever removed the element may focus another one itself. */
function conferir() {
  if (esperando || !perdido()) return
  esperando = true
  setTimeout(() => {
    esperando = false
    if (!perdido()) return
    const lugar = lugarPerdido()
    ultimo = undefined
    const seguinte = lugar && ondeSeguir(lugar)
    // Focusing a whole frame scrolls nothing; a control in it is scrolled into view.
    seguinte?.focus({ preventScroll: seguinte.matches('[tabindex="-1"]') })
  })
}

/** Gives the function that ends it. */
export function guardarFoco(): () => void {
  const observador = new MutationObserver(conferir)
  document.addEventListener('focusin', aoChegar)
  document.addEventListener('focusout', aoSair)
  observador.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', aoChegar)
    document.removeEventListener('focusout', aoSair)
    observador.disconnect()
    ultimo = undefined
  }
}
