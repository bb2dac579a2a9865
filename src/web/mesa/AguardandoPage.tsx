import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { ativosQuery, clienteQuery, contagemDaFilaQuery, listaAguardando } from '#web/clientes/clientes.api.ts'
import { lerPrimeiros, primeiraPaginaQuery, usePaginas } from '#web/clientes/usePaginas.ts'
import { NO_PAPEL } from '#web/mesa/fila/FilaNoPapel.tsx'
import { FilaPane, type Trecho } from '#web/mesa/fila/FilaPane.tsx'
import { ChipsMotivo, FiltroMotivo, MOTIVOS } from '#web/mesa/fila/FiltroMotivo.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { EmptyFiltered, EmptyState } from '#web/ui/estados.tsx'
import { FiltroPosto } from '#web/ui/FilterButton.tsx'
import { HourglassEmptyOutlined } from '#web/ui/icons/HourglassEmptyOutlined.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { motivoFila } from '#web/ui/StatusChip.tsx'
import { type Filtros, useFiltros } from '#web/ui/useFiltros.ts'
import { useMedia } from '#web/ui/useMedia.ts'
import { Mesa } from './Mesa.tsx'
import { trazerPaineis } from './trazerPaineis.ts'

/** What the filters in the address ask for. */
function consultasDe({ busca, motivo: pedido, janela: soJanela }: Filtros) {
  const motivo = MOTIVOS.find((um) => um === pedido)
  const janela = soJanela === 'fechando' ? ('fechando' as const) : undefined
  return {
    motivo,
    janela,
    lista: listaAguardando({ busca, motivo, janela }),
    contagem: contagemDaFilaQuery(busca),
    comigo: ativosQuery({ status: 'em_atendimento', carteira: 'minha', busca, janela, per_page: 100 }),
  }
}

/** The list, and who is open with the code that draws them: one that does not come is told where it would stand. */
export function pedir(cache: QueryClient) {
  const filtros: Filtros = Object.fromEntries(new URLSearchParams(window.location.search))
  const { lista, contagem, comigo } = consultasDe(filtros)
  const aberto = Number(filtros.cliente)
  return Promise.allSettled([
    cache.prefetchQuery(primeiraPaginaQuery(lista)),
    cache.prefetchQuery(contagem),
    cache.prefetchQuery(comigo),
    ...(aberto ? [trazerPaineis(), cache.prefetchQuery(clienteQuery(aberto))] : []),
  ])
}

const naFila = ({ status }: Cliente) => status === 'aguardando_atendimento'

/** The queue as a desk: who I am serving on top, then broken agreements, then who waits longest. */
export function AguardandoPage() {
  const { filtros, mudar } = useFiltros()
  const { busca } = filtros
  const { motivo, janela, ...consultas } = consultasDe(filtros)
  const paginas = usePaginas(consultas.lista)
  const contados = useQuery(consultas.contagem)
  const contagem = contados.data
  const comigo = useQuery(consultas.comigo)
  const celular = useMedia('(max-width: 639.95px)')

  // Moving from one customer to the next leaves search and filters as they are.
  const topo = useMemo(() => {
    const filtro = {
      motivo,
      contagem,
      aoMudar: (novo: typeof motivo) => mudar({ motivo: novo }),
      janela: janela !== undefined,
      aoMudarJanela: (so: boolean) => mudar({ janela: so ? 'fechando' : undefined }),
      aoExportar: () =>
        baixarArquivo(
          'GET /api/operador/clientes/aguardando-atendimento/exportar.csv',
          'fila-de-atendimento.csv',
          {},
          { busca, motivo, janela },
        ),
      aoLer: () => lerPrimeiros(listaAguardando({ busca, motivo, janela }), NO_PAPEL),
    }
    return (
      <>
        {(!celular || busca) && (
          <div data-busca-da-fila className="fila-busca flex gap-8">
            <SearchField rotulo="Buscar na fila" valor={busca} aoMudar={(nova) => mudar({ busca: nova })} />
            {!celular && <FiltroMotivo {...filtro} />}
          </div>
        )}
        {celular && <ChipsMotivo {...filtro} />}
        {janela && !celular && (
          <FiltroPosto rotulo="Janela fecha em 2 h" aoTirar={() => mudar({ janela: undefined })} />
        )}
      </>
    )
  }, [celular, busca, motivo, contagem, janela, mudar])

  return (
    <Mesa
      lista={
        <FilaPane
          topo={topo}
          paginas={paginas}
          trechos={cortar(
            paginas.total,
            janela ? 'Janela quase fechada' : motivo ? motivoFila[motivo].rotulo : '',
            contagem?.acordo_quebrado ?? 0,
          )}
          comigo={motivo ? undefined : comigo.data?.data}
          pronta={!contados.isPending && (Boolean(motivo) || !comigo.isPending)}
          pertence={naFila}
          vazio={
            busca || motivo || janela ? (
              <EmptyFiltered
                titulo={busca ? `Ninguém na fila para “${busca}”` : 'Ninguém na fila com estes filtros'}
                aoLimpar={() => mudar({ busca: undefined, motivo: undefined, janela: undefined })}
              />
            ) : (
              <EmptyState
                icone={HourglassEmptyOutlined}
                titulo="Ninguém esperando"
                texto="Quando um cliente responder, ou um acordo quebrar, ele aparece aqui."
              />
            )
          }
        />
      }
    />
  )
}

/** The server's order is broken agreements first: the heading changes where they end. */
function cortar(total: number, soUm: string, quebrados: number): Trecho[] {
  if (soUm) return [{ titulo: soUm, de: 0, ate: total }]
  const corte = Math.min(quebrados, total)
  return [
    { titulo: 'Acordo quebrado', de: 0, ate: corte },
    { titulo: 'Esperando há mais tempo', de: corte, ate: total },
  ].filter(({ de, ate }) => ate > de)
}
