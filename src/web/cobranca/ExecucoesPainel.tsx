import { useQuery } from '@tanstack/react-query'
import type { Resposta } from '#web/api/contrato.ts'
import { AcoesDaLista } from '#web/ui/AcoesDaLista.tsx'
import { Button } from '#web/ui/Button.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { type Coluna, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/estados.tsx'
import { dia, diaEHora, numero, plural } from '#web/ui/formatos.ts'
import { PlayArrowOutlined } from '#web/ui/icons/PlayArrowOutlined.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useFiltros, useVoltar } from '#web/ui/useFiltros.ts'
import { useAcoesCobranca } from './cobranca.api.ts'
import { execucoesQuery } from './cobranca.queries.ts'
import { RelatorioExecucao, tipoDe } from './RelatorioExecucao.tsx'
import './execucoes.css'

type Execucao = Resposta<'GET /api/admin/cobranca/execucoes'>['data'][number]

const SEM_EXECUCAO = { execucao: undefined, motivo: undefined, busca: undefined, page: undefined }

/** The runs of the engine; an open one shows who was billed and why each of the others was not. */
export function ExecucoesPainel() {
  const { filtros, mudar } = useFiltros()
  const aberta = Number(filtros.execucao) || undefined
  const abrir = (id: number) => mudar({ ...SEM_EXECUCAO, execucao: id }, { empurrar: true })
  const fechar = useVoltar(SEM_EXECUCAO)
  return aberta ? (
    <RelatorioExecucao key={aberta} id={aberta} aoAbrir={abrir} aoFechar={fechar} />
  ) : (
    <Lista aoAbrir={abrir} />
  )
}

function Lista({ aoAbrir }: { aoAbrir: (id: number) => void }) {
  const { mudar, pagina } = useFiltros()
  const consulta = useQuery(execucoesQuery(pagina))
  return (
    <Page
      cheia
      inicio={<span className="cinza">A cobrança roda sozinha uma vez por dia, no horário permitido.</span>}
      acoes={
        <>
          <AcoesDaLista
            aoExportar={() => baixarArquivo('GET /api/admin/cobranca/execucoes/exportar.csv', 'execucoes.csv')}
          />
          {/* With no run yet, the button stands where one looks. */}
          {consulta.data?.total !== 0 && <ExecutarAgora aoSimular={aoAbrir} />}
        </>
      }
    >
      <DataTable
        rotulo="Execuções da cobrança"
        consulta={consulta}
        colunas={COLUNAS}
        aoPaginar={(page) => mudar({ page }, { empurrar: true })}
        aoAbrir={({ id }) => aoAbrir(id)}
        vazio={
          <EmptyState
            icone={PlayArrowOutlined}
            titulo="Nenhuma execução ainda"
            texto="Aqui fica cada rodada da cobrança: quem recebeu e por que os outros não."
            acao={<ExecutarAgora aoSimular={aoAbrir} />}
          />
        }
        celular={(execucao) => (
          <>
            <div className="linha-topo">
              <span className="forte">{diaEHora(execucao.created_at)}</span>
              <TipoChip execucao={execucao} />
            </div>
            <div className="cinza">
              {plural(execucao.enfileiradas, 'mensagem', 'mensagens')} de{' '}
              {plural(execucao.avaliados, 'cliente', 'clientes')}
            </div>
          </>
        )}
      />
    </Page>
  )
}

/** Nothing is sent unseen: the button first simulates, and shows who would get a message. */
function ExecutarAgora({ aoSimular }: { aoSimular: (id: number) => void }) {
  const { executar } = useAcoesCobranca()
  return (
    <Button
      variant="contained"
      startIcon={<PlayArrowOutlined />}
      loading={executar.isPending}
      onClick={() => executar.mutate({ simular: true }, { onSuccess: ({ execucao_id }) => aoSimular(execucao_id) })}
    >
      Executar agora
    </Button>
  )
}

const TipoChip = ({ execucao }: { execucao: Execucao }) => (
  <Chip tom={execucao.simulada ? 'neutral' : 'special'}>{tipoDe(execucao)}</Chip>
)

const COLUNAS: Coluna<Execucao>[] = [
  { id: 'quando', header: 'Quando', cell: (um) => <span className="forte">{diaEHora(um.created_at)}</span> },
  { id: 'dia', header: 'Dia da cobrança', cell: (um) => dia(um.dia), minima: 1000 },
  { id: 'tipo', header: 'Tipo', cell: (um) => <TipoChip execucao={um} /> },
  { id: 'avaliados', header: 'Avaliados', cell: (um) => numero(um.avaliados), direita: true },
  { id: 'enfileiradas', header: 'Mensagens', cell: (um) => numero(um.enfileiradas), direita: true },
]
