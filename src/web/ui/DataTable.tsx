import { faltaAtual } from '#web/api/rede.ts'
import { useEstado } from '#web/api/useEstado.ts'
import { CloudOffOutlined } from '#web/ui/icons/CloudOffOutlined.tsx'
import { Card } from './Card.tsx'
import { Contagem } from './Contagem.tsx'
import { EmptyState, ErrorState } from './estados.tsx'
import { Grade } from './Grade.tsx'
import { ListaCelular } from './ListaCelular.tsx'
import { faixaDe, Pager } from './Pager.tsx'
import { PaginaPassada } from './PaginaPassada.tsx'
import { Progress } from './Progress.tsx'
import type { ComId, TabelaProps } from './tabela.ts'
import { useMedia } from './useMedia.ts'
import { useVoltaAoAberto } from './useVoltaAoAberto.ts'
import './table.css'

export type { Coluna, PaginaDe } from './tabela.ts'

/** A server's list in its five states: loading, next page, full, empty, error. The pager never scrolls away. */
export function DataTable<T extends ComId>(props: TabelaProps<T>) {
  const { consulta, rotulo, vazio, resumo, teto, contada, listaAbaixoDe = 600 } = props
  const estreita = useMedia(`(max-width: ${listaAbaixoDe - 0.05}px)`)
  const falta = useEstado(faltaAtual)
  const rolagem = useVoltaAoAberto(props.abertoId)
  const aoPaginar = (pagina: number) => {
    mostrarDoComeco(rolagem.current)
    props.aoPaginar(pagina)
  }
  const { error } = consulta
  // Offline, the placeholder's rows are of another tab and nothing is on its way: the error is shown instead.
  const semOutra = consulta.isPlaceholderData && falta !== null
  const data = semOutra ? undefined : consulta.data
  const temLinhas = Boolean(data?.data.length)
  const buscandoOutra = !semOutra && consulta.isPlaceholderData && consulta.isFetching

  return (
    <Card
      aria-label={rotulo}
      aria-busy={consulta.isFetching}
      className={temLinhas ? 'data-table' : data ? 'data-table empty inteiro' : 'data-table empty'}
    >
      {buscandoOutra && <Progress rotulo="Carregando" />}
      {!contada && <Contagem frase={buscandoOutra || !data ? undefined : temLinhas ? faixaDe(data, teto) : NADA} />}
      {/* Rows without links: the keyboard needs the container's own focus to scroll them. */}
      <div ref={rolagem} className="data-table-scroll" tabIndex={temLinhas && !props.aoAbrir ? 0 : undefined}>
        {semOutra ? (
          <EmptyState
            icone={CloudOffOutlined}
            titulo="Esta lista ainda não foi aberta"
            texto="Sem conexão ela não pode ser buscada. Aparece aqui assim que a rede voltar."
          />
        ) : error && !data ? (
          <ErrorState titulo="Não foi possível abrir a lista" erro={error} aoTentar={() => consulta.refetch()} />
        ) : data && data.data.length === 0 ? (
          data.total > 0 ? (
            <PaginaPassada ultima={data.last_page} aoPaginar={aoPaginar} />
          ) : (
            vazio
          )
        ) : (
          <div className={buscandoOutra ? 'data-table-rows old' : 'data-table-rows'}>
            {estreita ? <ListaCelular {...props} /> : <Grade {...props} />}
          </div>
        )}
      </div>
      {data && data.total > 0 && !(contada && data.last_page === 1) && (
        <Pager pagina={data} resumo={resumo} teto={teto} aoMudar={aoPaginar} />
      )}
    </Card>
  )
}

const NADA = 'Nenhum resultado'

/** Another page is read from its first row, whatever scrolls: the list itself or, on a phone, the screen. */
function mostrarDoComeco(rolagem: HTMLElement | null) {
  rolagem?.scrollTo(0, 0)
  const topo = rolagem?.getBoundingClientRect().top ?? 0
  if (topo < (rolagem?.closest('main')?.getBoundingClientRect().top ?? 0)) rolagem?.scrollIntoView()
}
