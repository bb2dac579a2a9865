import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import type { Paginas } from '#web/clientes/usePaginas.ts'
import { irParaResposta } from '#web/mensagens/irParaResposta.ts'
import { teclasLigadas } from '#web/shell/teclas.ts'
import { algoPorCima, recebeTexto } from '#web/ui/teclas.ts'
import { acompanhar, trazerAVista } from './vista.ts'

interface Fila {
  aberto: number | undefined
  /** The list is on the screen. */
  desenhada: boolean
  /** It shows what its address searches for. */
  achada: boolean
  /** The customers before the long list. */
  antes: Cliente[]
  paginas: Paginas
  abrir: (id: number, empurrar?: boolean) => void
  /** What scrolls, and where a position of the whole list stands in it. */
  moldura: RefObject<HTMLElement | null>
  alturaDe: (lugar: number) => number
}
const NADA = () => undefined
const PASSOS: Record<string, number> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }

/**
 * J, K, ↑ and ↓ open the next and the previous customer, `/` searches, ↓ opens the first one found and Escape leaves an empty
 * search, Enter goes to the message field. When the open one left the list meanwhile, the next is who stands where it stood.
 */
export function useTeclasDaFila(fila: Fila) {
  const atual = useRef(fila)
  const ultimoLugar = useRef(0)
  /** ↓ pressed in the search, until what was typed is found. */
  const descer = useRef<() => void>(NADA)
  useEffect(() => {
    atual.current = fila
    descer.current()
    const lugar = lugarDoAberto(fila)
    if (lugar >= 0) ultimoLugar.current = lugar
  })
  const aFocar = useFocoNaLinha()
  useAbertoAVista(fila)
  useEffect(() => {
    const mover = async (passo: number, doComeco = false) => {
      const { antes, paginas, abrir, moldura, alturaDe } = atual.current
      const lugar = lugarDoAberto(atual.current)
      const segue = lugar >= 0 ? lugar + passo : ultimoLugar.current + (passo > 0 ? 0 : -1)
      const alvo = doComeco ? Number(lugar === 0) : segue
      if (alvo < 0 || alvo >= antes.length + paginas.total) return
      trazerAVista(moldura.current, alturaDe(alvo))
      const cliente = antes[alvo] ?? (await paginas.buscar(alvo - antes.length))
      if (!cliente) return
      ultimoLugar.current = alvo
      if (doComeco || document.activeElement?.matches('body, [data-cliente]')) aFocar.current = cliente.id
      abrir(cliente.id, atual.current.aberto === undefined)
    }
    const aoTeclar = (evento: KeyboardEvent) => {
      if (evento.ctrlKey || evento.metaKey || evento.altKey || evento.defaultPrevented) return
      const alvo = evento.target as HTMLElement
      const busca = alvo.matches('[data-busca-da-fila] input') && !algoPorCima()
      descer.current = NADA
      if (busca && evento.key === 'Escape') return sairDaBusca(alvo)
      if (busca && evento.key === 'ArrowDown') {
        descer.current = () => {
          if (!atual.current.achada || !procurada(alvo as HTMLInputElement)) return
          descer.current = NADA
          void mover(1, true)
        }
        descer.current()
        return evento.preventDefault()
      }
      if (recebeTexto(alvo) || algoPorCima()) return
      if (evento.key.length === 1 && !teclasLigadas.ler()) return
      const passo = PASSOS[evento.key.length === 1 ? evento.key.toLowerCase() : evento.key]
      if (passo && evento.key.startsWith('Arrow') && rola(alvo)) return
      if (passo) void mover(passo)
      else if (evento.key === '/') document.querySelector<HTMLElement>('[data-busca-da-fila] input')?.focus()
      else if (evento.key === 'Enter' && alvo.matches('[data-cliente][aria-current], [role=log], body'))
        irParaResposta()
      else return
      evento.preventDefault()
    }
    window.addEventListener('keydown', aoTeclar)
    return () => window.removeEventListener('keydown', aoTeclar)
  }, [aFocar])
}

/**
 * A customer opened from elsewhere (an address, the palette, the dashboard) is scrolled into view once. One in view who moves, as by being
 * taken over, stays in view; otherwise changes of the list scroll nothing.
 */
function useAbertoAVista(fila: Fila) {
  const { aberto, desenhada, moldura } = fila
  const lugar = desenhada ? lugarDoAberto(fila) : -1
  const y = lugar < 0 ? -1 : fila.alturaDe(lugar)
  const ultimo = useRef<{ aberto?: number | undefined; y: number }>({ y })
  useLayoutEffect(() => {
    if (y < 0) return
    const antes = ultimo.current
    ultimo.current = { aberto, y }
    if (antes.aberto !== aberto) trazerAVista(moldura.current, y, true)
    else acompanhar(moldura.current, antes.y, y)
  }, [moldura, aberto, y])
}

/** Whether the address searches for what was typed already. */
const procurada = ({ value }: HTMLInputElement) =>
  value.trim() === (new URLSearchParams(location.search).get('busca') ?? '')

/** What is searched in is left for the open customer's row, or for the page: keys work in both. */
const sairDaBusca = (campo: HTMLElement) => {
  campo.blur()
  document.querySelector<HTMLElement>('[data-cliente][aria-current]')?.focus({ preventScroll: true })
}

/** J and K focus the row of the customer they open, once it is drawn: dialogs give the focus back to it and Tab goes on from it. */
function useFocoNaLinha() {
  const aFocar = useRef<number>(undefined)
  useEffect(() => {
    const linha =
      aFocar.current && document.querySelector<HTMLElement>(`[data-cliente="${aFocar.current}"][aria-current]`)
    if (!linha) return
    aFocar.current = undefined
    linha.focus({ preventScroll: true })
  })
  return aFocar
}

function lugarDoAberto({ aberto, antes, paginas }: Fila): number {
  if (aberto === undefined) return -1
  const noTopo = antes.findIndex((cliente) => cliente.id === aberto)
  if (noTopo >= 0) return noTopo
  const indice = paginas.indiceDe(aberto)
  return indice < 0 ? -1 : antes.length + indice
}

/** Where the arrows already mean something: a thread being read, tabs, choices. */
const rola = (alvo: HTMLElement) =>
  alvo.closest('[role=log], [role=tablist], [role=radiogroup], [role=listbox]') !== null
