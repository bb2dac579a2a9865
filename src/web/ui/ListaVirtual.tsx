import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

export interface SecaoDaLista {
  chave: string
  titulo?: string
  total: number
  item: (indice: number) => ReactNode
  /** The key of the row's record: a row that moves stays the same element, with its focus. */
  chaveDe: (indice: number) => number | string
}
interface Props {
  secoes: SecaoDaLista[]
  alturaItem: number
  alturaTitulo: number
  /** The positions on view of each section, by its key: what has to be loaded. */
  aoVer?: (faixas: Record<string, [number, number]>) => void
}
const MARGEM_PX = 400

/**
 * A virtual list: of its sections of rows of one height only the rows near the view exist, so that five thousand cost what
 * twenty do. Its parent is the element that scrolls.
 */
export function ListaVirtual({ secoes, alturaItem, alturaTitulo, aoVer }: Props) {
  const raiz = useRef<HTMLDivElement>(null)
  const { topo, altura } = useVista(raiz)
  const blocos = medir(secoes, alturaItem, alturaTitulo)
  const de = topo - MARGEM_PX
  const ate = topo + altura + MARGEM_PX
  const faixas = blocos.map(({ secao, inicio, primeiro }): [number, number] => {
    const desde = inicio + primeiro
    return [
      Math.max(0, Math.floor((de - desde) / alturaItem)),
      Math.min(secao.total, Math.ceil((ate - desde) / alturaItem)),
    ]
  })
  const vistas = JSON.stringify(Object.fromEntries(blocos.map(({ secao }, n) => [secao.chave, faixas[n]])))
  useEffect(() => aoVer?.(JSON.parse(vistas)), [aoVer, vistas])

  return (
    <div ref={raiz} style={{ position: 'relative', height: blocos.at(-1)?.fim ?? 0, flexShrink: 0 }}>
      {blocos.map(({ secao, inicio, primeiro, fim }, n) => {
        const [desde = 0, antes = 0] = faixas[n] ?? []
        if (fim < de || inicio > ate || antes <= desde) return null
        return (
          <section
            key={secao.chave}
            aria-label={secao.titulo || 'Clientes'}
            style={{ position: 'absolute', insetInline: 0, top: inicio, height: fim - inicio }}
          >
            {secao.titulo && (
              <div className="lista-titulo flex menor between forte" style={{ height: alturaTitulo }}>
                <h2>{secao.titulo}</h2>
                <span>{secao.total}</span>
              </div>
            )}
            {/* biome-ignore lint/a11y/useSemanticElements: its items stand by themselves, far apart in the flow */}
            <div role="list">
              {linhasDe(secao, desde, antes).map(({ indice, chave }) => (
                // biome-ignore lint/a11y/useSemanticElements: see above
                <div
                  key={chave}
                  role="listitem"
                  aria-posinset={indice + 1}
                  aria-setsize={secao.total}
                  style={{
                    position: 'absolute',
                    insetInline: 0,
                    top: primeiro + indice * alturaItem,
                    height: alturaItem,
                  }}
                >
                  {secao.item(indice)}
                </div>
              ))}
            </div>
          </section>
        )
      })}
    </div>
  )
}

/** While pages load, a row may stand on two of them: the second gets its position as key. */
function linhasDe(secao: SecaoDaLista, desde: number, antes: number) {
  const vistas = new Set<number | string>()
  return Array.from({ length: antes - desde }, (_, i) => {
    const indice = desde + i
    const dela = secao.chaveDe(indice)
    const chave = vistas.has(dela) ? `lugar-${indice}` : dela
    vistas.add(chave)
    return { indice, chave }
  })
}

function medir(secoes: SecaoDaLista[], alturaItem: number, alturaTitulo: number) {
  let inicio = 0
  return secoes
    .filter((secao) => secao.total > 0)
    .map((secao) => {
      const primeiro = secao.titulo ? alturaTitulo : 0
      const bloco = { secao, inicio, primeiro, fim: inicio + primeiro + secao.total * alturaItem }
      inicio = bloco.fim
      return bloco
    })
}

/** Where a row stands, to bring it into view. */
export function lugarDe(
  secoes: SecaoDaLista[],
  chave: string,
  indice: number,
  alturaItem: number,
  alturaTitulo: number,
) {
  const bloco = medir(secoes, alturaItem, alturaTitulo).find(({ secao }) => secao.chave === chave)
  return bloco ? bloco.inicio + bloco.primeiro + indice * alturaItem : 0
}

/** Looks for the scrolling element from its own: a parent's ref is not set yet when both mount together. */
function useVista(raiz: RefObject<HTMLElement | null>) {
  // The first render measures nothing: rows as far as the window's end, the rest right after it.
  const [vista, setVista] = useState(() => ({ topo: 0, altura: window.innerHeight - MARGEM_PX }))
  useLayoutEffect(() => {
    const elemento = raiz.current?.parentElement
    if (!elemento) return
    // In whole steps: a few pixels of scroll change nothing that is drawn.
    const ler = () => setVista(passo(elemento.scrollTop, elemento.clientHeight))
    elemento.addEventListener('scroll', ler, { passive: true })
    const observador = new ResizeObserver(ler)
    observador.observe(elemento)
    return () => {
      elemento.removeEventListener('scroll', ler)
      observador.disconnect()
    }
  }, [raiz])
  return vista
}

const PASSO_PX = 120
let ultima = { topo: 0, altura: 0 }
function passo(topo: number, altura: number) {
  const nova = {
    topo: Math.floor(topo / PASSO_PX) * PASSO_PX,
    altura: Math.ceil(altura / PASSO_PX) * PASSO_PX + PASSO_PX,
  }
  if (nova.topo !== ultima.topo || nova.altura !== ultima.altura) ultima = nova
  return ultima
}
