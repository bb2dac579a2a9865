import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { BuscaDeClientes } from '#web/clientes/BuscaDeClientes.tsx'
import { lerPrimeiros } from '#web/clientes/clientes.queries.ts'
import { usePaginas } from '#web/clientes/usePaginas.ts'
import { FilaPane, type ParteDaFila } from '#web/mesa/fila/FilaPane.tsx'
import { ChipsMotivo, FiltroMotivo, type FiltroMotivoProps } from '#web/mesa/fila/FiltroMotivo.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { EmptyState } from '#web/ui/estados.tsx'
import { FiltroPosto } from '#web/ui/FilterButton.tsx'
import { nenhumDe } from '#web/ui/filtros.ts'
import { HourglassEmptyOutlined } from '#web/ui/icons/HourglassEmptyOutlined.tsx'
import { motivoFila } from '#web/ui/StatusChip.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { useMedia } from '#web/ui/useMedia.ts'
import { VazioDaLista } from '#web/ui/VazioDaLista.tsx'
import { Mesa } from './Mesa.tsx'
import { filaDe, NO_PAPEL } from './mesa.queries.ts'

const SEM_FILTROS = nenhumDe((filtros) => filaDe(filtros).filtro)
const naFila = ({ status }: Cliente) => status === 'aguardando_atendimento'

const NINGUEM = (
  <EmptyState
    icone={HourglassEmptyOutlined}
    titulo="Ninguém esperando"
    texto="Quando um cliente responder, ou um acordo quebrar, ele aparece aqui."
  />
)

/** The queue as a desk: who I am serving on top, then broken agreements, then who waits longest. */
export function AguardandoPage() {
  const { filtros } = useFiltros()
  const { busca } = filtros
  const {
    filtro: { motivo, janela },
    ...consultas
  } = filaDe(filtros)
  const paginas = usePaginas(consultas.lista)
  const contados = useQuery(consultas.contagem)
  const contagem = contados.data
  const comigo = useQuery(consultas.comigo)
  const topo = useTopo(contagem)

  return (
    <Mesa
      lista={
        <FilaPane
          topo={
            <>
              {topo}
              {comigo.error && !comigo.data && <SemComigo aoTentar={() => void comigo.refetch()} />}
            </>
          }
          paginas={paginas}
          trechos={cortar(
            paginas.total,
            janela ? 'Janela quase fechada' : motivo ? motivoFila[motivo].rotulo : '',
            contagem?.acordo_quebrado,
          )}
          comigo={motivo ? undefined : comigo.data?.data}
          pronta={!contados.isPending && (Boolean(motivo) || !comigo.isPending)}
          achada={!comigo.isPlaceholderData}
          pertence={naFila}
          vazio={
            // The customer searched for may be one I serve, listed above.
            busca && comigo.data?.data.length ? null : (
              <VazioDaLista
                nada="Ninguém na fila"
                comFiltros="Ninguém na fila com estes filtros"
                semFiltros={SEM_FILTROS}
                senao={NINGUEM}
              />
            )
          }
        />
      }
    />
  )
}

/** Search and filters. Moving from one customer to the next leaves them as they are. */
function useTopo(contagem: FiltroMotivoProps['contagem']) {
  const { filtros, mudar } = useFiltros()
  const { busca } = filtros
  const { motivo, janela } = filaDe(filtros).filtro
  const celular = useMedia('(max-width: 639.95px)')

  return useMemo(() => {
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
      aoLer: () => lerPrimeiros(filaDe({ busca, motivo, janela }).lista, NO_PAPEL),
    }
    return (
      <>
        {(!celular || busca) && (
          <div data-busca-da-fila className="fila-busca flex gap-8">
            <BuscaDeClientes rotulo="Buscar na fila" valor={busca} aoMudar={(nova) => mudar({ busca: nova })} />
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
}

const SemComigo = ({ aoTentar }: { aoTentar: () => void }) => (
  <div role="alert" className="menor">
    Não foi possível ler quem está com você.{' '}
    <button type="button" className="ligacao" onClick={aoTentar}>
      Tentar de novo
    </button>
  </div>
)

/** The server's order is broken agreements first: the heading changes where they end, which without the count nobody knows. */
function cortar(total: number, soUm: string, quebrados: number | undefined): ParteDaFila[] {
  if (soUm || quebrados === undefined) return [{ titulo: soUm, de: 0, ate: total }]
  const corte = Math.min(quebrados, total)
  return [
    { titulo: 'Acordo quebrado', de: 0, ate: corte },
    { titulo: 'Esperando há mais tempo', de: corte, ate: total },
  ].filter(({ de, ate }) => ate > de)
}
