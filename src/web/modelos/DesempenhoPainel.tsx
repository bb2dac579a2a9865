import { useQuery } from '@tanstack/react-query'
import { AcoesDaLista } from '#web/ui/AcoesDaLista.tsx'
import { Button } from '#web/ui/Button.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { Segmented } from '#web/ui/Choice.tsx'
import { EmptyState, ErrorState } from '#web/ui/estados.tsx'
import { Select } from '#web/ui/Field.tsx'
import { dia, numero, plural } from '#web/ui/formatos.ts'
import { InsightsOutlined } from '#web/ui/icons/InsightsOutlined.tsx'
import { type Kpi, KpiStrip } from '#web/ui/KpiStrip.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { useMedia } from '#web/ui/useMedia.ts'
import { parte, somarModelos, type Totais } from './desempenho.ts'
import { Custo, Falhas } from './FalhasECusto.tsx'
import { desempenhoQuery, modelosQuery, periodoDe } from './modelos.queries.ts'
import { PERIODOS, type Periodo } from './periodo.ts'
import { TabelaDesempenho } from './TabelaDesempenho.tsx'
import './modelos.css'
import './desempenho.css'

/** What became of the messages: how far each template got, what it brought, and why some did not arrive. */
export function DesempenhoPainel() {
  const { filtros, mudar } = useFiltros()
  const { periodo, dias } = periodoDe(filtros)
  const celular = useMedia('(max-width: 599.95px)')
  const consulta = useQuery(desempenhoQuery(dias))
  const { data: modelos } = useQuery(modelosQuery)
  const { data, error } = consulta
  const escolher = (novo: Periodo) => mudar({ periodo: novo === '30' ? undefined : novo })
  const totais = data && somarModelos(data.data)
  const outro = consulta.isPlaceholderData
  return (
    <Page
      inicio={
        <div role="status" className="cinza algarismos">
          {data && `De ${dia(data.de)} a ${dia(data.ate)}`}
        </div>
      }
      acoes={
        <>
          <EscolhaPeriodo periodo={periodo} aoMudar={escolher} />
          <AcoesDaLista
            compacta={celular}
            aoExportar={() =>
              baixarArquivo(
                'GET /api/admin/configuracoes/mensagens/desempenho/exportar.csv',
                'desempenho.csv',
                {},
                dias,
              )
            }
          />
        </>
      }
    >
      {error && !data ? (
        <ErrorState
          titulo="Não foi possível somar o desempenho"
          erro={error}
          aoTentar={() => void consulta.refetch()}
        />
      ) : totais && totais.enviadas + totais.falhas === 0 ? (
        <NadaSaiu aoVerMais={periodo !== '90' && (() => escolher('90'))} />
      ) : (
        <div className="desempenho">
          {outro && <Progress rotulo="Somando" />}
          <div className={outro ? 'velho' : undefined}>
            <KpiStrip rotulo="Todos os modelos" itens={figuras(totais)} />
            <TabelaDesempenho desempenho={data?.data} modelos={modelos} />
            <div className="desempenho-motivos">
              <Falhas desempenho={data?.data} />
              <Custo desempenho={data?.data} />
            </div>
          </div>
        </div>
      )}
    </Page>
  )
}

const NadaSaiu = ({ aoVerMais }: { aoVerMais: false | (() => void) }) => (
  <EmptyState
    icone={InsightsOutlined}
    titulo="Nenhum modelo saiu neste período"
    texto="Aqui fica o que aconteceu com as mensagens de cada modelo: quantas chegaram, foram lidas e trouxeram pagamento."
    acao={
      aoVerMais && (
        <Button variant="outlined" onClick={aoVerMais}>
          Ver os últimos 90 dias
        </Button>
      )
    }
  />
)

function EscolhaPeriodo({ periodo, aoMudar }: { periodo: Periodo; aoMudar: (novo: Periodo) => void }) {
  const estreita = useMedia('(max-width: 899.95px)')
  return estreita ? (
    <div className="desempenho-periodo">
      <Select rotulo="Período" valor={periodo} opcoes={PERIODOS} aoMudar={(novo) => aoMudar(novo as Periodo)} />
    </div>
  ) : (
    <Segmented rotulo="Período" valor={periodo} opcoes={PERIODOS} aoMudar={aoMudar} />
  )
}

/** The sums over all templates, each with its definition. */
function figuras(totais: Totais | undefined): Kpi[] {
  const de = (campo: Exclude<keyof Totais, 'enviadas' | 'falhas'>, rotulo: string, texto: string): Kpi => ({
    rotulo,
    figura: totais && parte(totais[campo], totais.enviadas),
    legenda: totais && `${numero(totais[campo])} das enviadas`,
    definicao: {
      texto,
      conta: totais && `${numero(totais[campo])} ÷ ${plural(totais.enviadas, 'enviada', 'enviadas')}`,
    },
  })
  return [
    {
      rotulo: 'Enviadas',
      figura: totais && numero(totais.enviadas),
      legenda: 'aceitas pelo WhatsApp',
      definicao: {
        texto:
          'Mensagens de modelo que o WhatsApp aceitou no período, da régua e de operadores. Os outros números são partes destas.',
      },
    },
    de('entregues', 'Entregues', 'Das enviadas, as que chegaram ao aparelho do cliente; as lidas também contam.'),
    de(
      'lidas',
      'Lidas',
      'Das enviadas, as que o cliente abriu. Quem desligou a confirmação de leitura no WhatsApp não conta.',
    ),
    de('respondidas', 'Respondidas', 'Das enviadas, aquelas cujo cliente escreveu em até 7 dias depois.'),
    de(
      'pagas',
      'Pagas em 3 dias',
      'Das enviadas, aquelas cujo cliente pagou alguma coisa depois, no mesmo dia ou em até 3 dias. Uma mensagem não é a única causa de um pagamento: compare modelos entre si.',
    ),
    {
      rotulo: 'Falharam',
      figura: totais && numero(totais.falhas),
      legenda: 'não saíram ou não chegaram',
      definicao: {
        texto:
          'Mensagens que a Meta recusou ou não pôde entregar, pelo dia da falha. O motivo de cada uma está abaixo.',
      },
    },
  ]
}
