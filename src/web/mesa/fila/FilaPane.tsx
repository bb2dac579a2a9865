import { useQuery } from '@tanstack/react-query'
import {
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { clienteQuery } from '#web/clientes/clientes.queries.ts'
import { ItemCliente } from '#web/clientes/ItemCliente.tsx'
import type { Paginas } from '#web/clientes/usePaginas.ts'
import { ErrorState } from '#web/ui/estados.tsx'
import { plural } from '#web/ui/formatos.ts'
import { ListaVirtual, lugarDe, type SecaoDaLista } from '#web/ui/ListaVirtual.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { useTeclasDaFila } from './useTeclasDaFila.ts'
import { ALTURA_ITEM, ALTURA_TITULO } from './vista.ts'

const NINGUEM: Cliente[] = []

/** A part of the long list, from one place to another, under its own heading. */
export interface ParteDaFila {
  titulo: string
  de: number
  ate: number
}
interface Props {
  /** Search and filters above the list. */
  topo: ReactNode
  paginas: Paginas
  /** How the long list is cut; one part without heading for a plain one. */
  trechos: ParteDaFila[]
  /** The customers I serve, before all others. */
  comigo?: Cliente[]
  /** Whether what stands above the long list is loaded, so that nothing shown is pushed down later. */
  pronta?: boolean
  /** Whether what stands above is what is searched for, and not still what was there before. */
  achada?: boolean
  /** Whether the list should hold this customer; an open one who left it stays at the top. */
  pertence: (cliente: Cliente) => boolean
  vazio: ReactNode
}

/** The list at the left of the desk. J, K, ↑ and ↓ move between customers; the filter stays. */
export function FilaPane(props: Props) {
  const { topo, paginas, trechos, comigo = NINGUEM, pronta = true, achada = true, pertence, vazio } = props
  const { filtros, mudar } = useFiltros()
  const moldura = useRef<HTMLDivElement>(null)
  const aberto = Number(filtros.cliente) || undefined
  const fora = useForaDaLista(useDeferredValue(aberto), comigo, paginas, pertence)
  const abrir = useCallback(
    (id: number, empurrar = true) => {
      daqui = id
      mudar({ cliente: id, painel: undefined }, { empurrar })
    },
    [mudar],
  )
  const secoes = emSecoes({ fora, comigo, trechos, paginas }, (cliente) =>
    cliente ? <ItemDaFila cliente={cliente} aberta={cliente.id === aberto} aoAbrir={abrir} /> : <ItemSkeleton />,
  )
  const aoVer = useAoVer(trechos, paginas)
  const desenhada = paginas.carregada && pronta
  useTeclasDaFila({
    aberto,
    desenhada,
    achada: achada && !paginas.buscando,
    antes: [...(fora ? [fora] : []), ...comigo],
    paginas,
    abrir,
    moldura,
    alturaDe: (lugar) => {
      const daLista = lugar - comigo.length - (fora ? 1 : 0)
      const trecho = trechos.find(({ de, ate }) => daLista >= de && daLista < ate)
      const [chave, indice] =
        daLista >= 0 ? [`trecho-${trecho?.de}`, daLista - (trecho?.de ?? 0)] : ['comigo', lugar - (fora ? 1 : 0)]
      return lugarDe(secoes, chave, indice, ALTURA_ITEM, ALTURA_TITULO)
    },
  })

  useFocoDaFila(moldura)
  useVoltaAQuemAbriu(moldura, aberto === undefined && desenhada)
  return (
    <>
      <div className="fila-topo grid rigid gap-8">{topo}</div>
      <div role="status" className="so-leitor">
        {filtros.busca && achada && !paginas.buscando && plural(paginas.total + comigo.length, 'cliente', 'clientes')}
      </div>
      <div ref={moldura} aria-busy={paginas.buscando} className="fila stack">
        {paginas.erro ? (
          <ErrorState titulo="Não foi possível abrir a lista" erro={paginas.erro} aoTentar={paginas.tentar} />
        ) : !desenhada ? (
          <FilaSkeleton />
        ) : (
          <>
            <ListaVirtual secoes={secoes} alturaItem={ALTURA_ITEM} alturaTitulo={ALTURA_TITULO} aoVer={aoVer} />
            {paginas.total === 0 && vazio}
          </>
        )}
      </div>
    </>
  )
}

interface EmSecoes extends Pick<Props, 'paginas' | 'trechos'> {
  fora: Cliente | undefined
  comigo: Cliente[]
}
/** The open customer where the list has them no longer, those I serve, then the parts of the long list; rows by `linha`. */
function emSecoes(
  { fora, comigo, trechos, paginas }: EmSecoes,
  linha: (cliente: Cliente | undefined) => ReactNode,
): SecaoDaLista[] {
  const secao = (
    chave: string,
    titulo: string,
    total: number,
    de: (n: number) => Cliente | undefined,
  ): SecaoDaLista => ({
    chave,
    ...(titulo && { titulo }),
    total,
    item: (n) => linha(de(n)),
    chaveDe: (n) => de(n)?.id ?? `vazia-${n}`,
  })
  return [
    secao('fora', 'Aberto agora', fora ? 1 : 0, () => fora),
    secao('comigo', 'Com você agora', comigo.length, (n) => comigo[n]),
    ...trechos.map(({ titulo, de, ate }) => secao(`trecho-${de}`, titulo, ate - de, (n) => paginas.em(de + n))),
  ]
}

/** Asks for the pages of the rows in view; each part counts its own rows, the pages count all. */
function useAoVer(trechos: ParteDaFila[], { ver }: Paginas) {
  const inicios = trechos.map(({ de }) => de).join()
  return useCallback(
    (faixas: Record<string, [number, number]>) => {
      const vistas = inicios.split(',').flatMap((de) => {
        const [desde = 0, ate = 0] = faixas[`trecho-${de}`] ?? []
        return ate > desde ? [Number(de) + desde, Number(de) + ate] : []
      })
      if (vistas.length) ver(Math.min(...vistas), Math.max(...vistas))
    },
    [inicios, ver],
  )
}

interface ItemDaFilaProps {
  cliente: Cliente
  aberta: boolean
  aoAbrir: (id: number) => void
}
/** Memoised: going from one customer to the next draws two rows. */
const ItemDaFila = memo(function ItemDaFila({ cliente, aberta, aoAbrir }: ItemDaFilaProps) {
  return (
    <button
      type="button"
      className="fila-botao"
      data-cliente={cliente.id}
      aria-current={aberta ? 'true' : undefined}
      onClick={() => aoAbrir(cliente.id)}
    >
      <ItemCliente cliente={cliente} />
    </button>
  )
})

/** Who was opened from the list: on a phone it goes away meanwhile. */
let daqui: number | undefined

/** Back from a customer, the keyboard goes on at their row. */
function useVoltaAQuemAbriu(moldura: RefObject<HTMLElement | null>, devolta: boolean) {
  useEffect(() => {
    if (!devolta || daqui === undefined) return
    if (document.activeElement?.matches('body, #conteudo'))
      moldura.current?.querySelector<HTMLElement>(`[data-cliente="${daqui}"]`)?.focus()
    daqui = undefined
  }, [moldura, devolta])
}

/** Keeps the focus on a row that moves to another section, unless the focus went elsewhere since. */
function useFocoDaFila(moldura: RefObject<HTMLElement | null>) {
  const comFoco = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const linha = comFoco.current
    if (!linha || linha.isConnected || document.activeElement !== document.body) return
    // Not forgotten before it is found: while the list is fetched its rows are not there.
    moldura.current?.querySelector<HTMLElement>(`[data-cliente="${linha.dataset.cliente}"]`)?.focus()
  })
  useEffect(() => {
    const lembrar = ({ target }: FocusEvent) => {
      const aqui = target as HTMLElement
      // Escape gives the focus from the search back to the row.
      if (!aqui.matches('[data-busca-da-fila] input')) comFoco.current = moldura.current?.contains(aqui) ? aqui : null
    }
    document.addEventListener('focusin', lembrar)
    return () => document.removeEventListener('focusin', lembrar)
  }, [moldura])
}

/** The open customer, where the list no longer has them: shown on top, so that they can be found. */
function useForaDaLista(
  aberto: number | undefined,
  comigo: Cliente[],
  paginas: Paginas,
  pertence: (cliente: Cliente) => boolean,
): Cliente | undefined {
  const { data: cliente } = useQuery({ ...clienteQuery(aberto ?? 0), enabled: aberto !== undefined })
  if (!cliente || cliente.id !== aberto || !paginas.carregada) return undefined
  if (comigo.some((um) => um.id === aberto) || paginas.indiceDe(aberto) >= 0 || pertence(cliente)) return undefined
  return cliente
}

const ItemSkeleton = () => (
  <div aria-hidden className="fila-skeleton grid rigid" style={{ height: ALTURA_ITEM }}>
    <Skeleton largura="60%" altura={14} />
    <Skeleton largura="85%" altura={14} />
    <Skeleton largura="40%" altura={14} />
  </div>
)

const FilaSkeleton = () => [0, 1, 2, 3, 4, 5, 6, 7].map((n) => <ItemSkeleton key={n} />)
