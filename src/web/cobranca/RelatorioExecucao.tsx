import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { destinoDaMensagem, ROTULOS_DA_DECISAO as MOTIVOS } from '#domain/explicacao.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { AcoesDaLista } from '#web/ui/AcoesDaLista.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { Card } from '#web/ui/Card.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { confirmar } from '#web/ui/confirmar.tsx'
import { type Coluna, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyFiltered, EmptyState } from '#web/ui/estados.tsx'
import { diaEHora, maiuscula, numero, passoCurto, plural } from '#web/ui/formatos.ts'
import { ArrowBackOutlined } from '#web/ui/icons/ArrowBackOutlined.tsx'
import { GroupsOutlined } from '#web/ui/icons/GroupsOutlined.tsx'
import { SendOutlined } from '#web/ui/icons/SendOutlined.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { AntesDeEnviar } from './AntesDeEnviar.tsx'
import { useAcoesCobranca } from './cobranca.api.ts'
import { relatorioDe } from './cobranca.queries.ts'
import { ListaMotivos } from './ListaMotivos.tsx'

type Relatorio = Resposta<'GET /api/admin/cobranca/execucoes/:id'>
type ClienteDecidido = Relatorio['data'][number] & { id: number }

interface Props {
  id: number
  aoAbrir: (id: number) => void
  aoFechar: () => void
}

/** Who is billed and why the others are not, by reason and by name; a simulation leads on to the real run. */
export function RelatorioExecucao({ id, aoAbrir, aoFechar }: Props) {
  const { filtros, mudar } = useFiltros()
  const { filtro, pagina } = relatorioDe(id, filtros)
  const { motivo } = filtro
  const consulta = useQuery(pagina)
  const dados = consulta.data
  const comId = dados && { ...dados, data: dados.data.map((linha) => ({ ...linha, id: linha.cliente.id })) }
  return (
    <Page cheia>
      <div className="rodada-topo row wrap gap-12">
        <Button className="so-na-tela" startIcon={<ArrowBackOutlined />} onClick={aoFechar}>
          Execuções
        </Button>
        <div className="rodada-titulo">
          <h2 className="titulo-grande">{dados ? `${tipoDe(dados)} de ${diaEHora(dados.created_at)}` : 'Execução'}</h2>
          <p role="status" className="cinza">
            {dados && resumo(dados)}
          </p>
        </div>
        {dados?.simulada && <Enviar relatorio={dados} aoAbrir={aoAbrir} />}
      </div>
      {dados?.andamento && <Andamento relatorio={dados} />}
      {dados?.simulada && (
        <AntesDeEnviar relatorio={dados} aoVerQuemEspera={() => mudar({ motivo: 'limite_do_numero' })} />
      )}
      {dados?.simulada && <ForaDoHorario relatorio={dados} aoAbrir={aoAbrir} />}
      <div className="rodada-corpo grid gap-16">
        <ListaMotivos relatorio={dados} escolhido={motivo} aoEscolher={(novo) => mudar({ motivo: novo })} />
        <div className="rodada-clientes stack gap-12 shrink">
          <div className="so-na-tela flex rigid between gap-8">
            <SearchField rotulo="Buscar cliente" valor={filtros.busca} aoMudar={(busca) => mudar({ busca })} />
            <AcoesDaLista
              aoExportar={() =>
                baixarArquivo('GET /api/admin/cobranca/execucoes/:id/exportar.csv', 'execucao.csv', { id }, filtro)
              }
            />
          </div>
          <DataTable
            rotulo="Decisão para cada cliente"
            listaAbaixoDe={1200}
            consulta={{ ...consulta, data: comId }}
            colunas={COLUNAS}
            aoPaginar={(page) => mudar({ page }, { empurrar: true })}
            vazio={
              <Vazio
                busca={filtros.busca}
                motivo={motivo}
                aoLimpar={() => mudar({ motivo: undefined, busca: undefined })}
              />
            }
            celular={(linha) => <NoCelular linha={linha} />}
          />
        </div>
      </div>
    </Page>
  )
}

interface VazioProps {
  busca: string | undefined
  motivo: string | undefined
  aoLimpar: () => void
}

const Vazio = ({ busca, motivo, aoLimpar }: VazioProps) =>
  busca || motivo ? (
    <EmptyFiltered
      titulo={busca ? `Nenhum cliente para “${busca}”` : 'Nenhum cliente com este motivo'}
      aoLimpar={aoLimpar}
    />
  ) : (
    <EmptyState icone={GroupsOutlined} titulo="Ninguém foi avaliado" texto="Não havia cliente com conta em aberto." />
  )

const NoCelular = ({ linha }: { linha: ClienteDecidido }) => (
  <>
    <div className="linha-topo">
      <Quem cliente={linha.cliente} />
      <Decisao linha={linha} />
    </div>
    <div className="cinza">{linha.detalhe}</div>
  </>
)

export const tipoDe = ({ simulada, automatica }: { simulada: boolean; automatica: boolean }) =>
  simulada ? 'Simulação' : automatica ? 'Automática' : 'Manual'

function resumo({ simulada, enfileiradas, avaliados }: Relatorio): string {
  const de = `de ${plural(avaliados, 'cliente avaliado', 'clientes avaliados')}`
  if (!simulada) return `${plural(enfileiradas, 'mensagem', 'mensagens')} ${de}.`
  if (enfileiradas === 0) return `Ninguém receberia agora, ${de}.`
  return `${plural(enfileiradas, 'cliente receberia', 'clientes receberiam')} uma mensagem agora, ${de}. Nada foi enviado.`
}

function Enviar({ relatorio, aoAbrir }: { relatorio: Relatorio; aoAbrir: Props['aoAbrir'] }) {
  const { executar } = useAcoesCobranca()
  const { enfileiradas, forcada } = relatorio
  const enviar = async () => {
    const sim = await confirmar({
      titulo: `Enviar ${plural(enfileiradas, 'mensagem', 'mensagens')}?`,
      texto: `${enfileiradas === 1 ? 'O cliente previsto recebe' : 'Os clientes previstos recebem'} agora${
        forcada ? ', mesmo fora do horário' : ''
      }. Cada um é conferido de novo na hora, e ninguém é cobrado duas vezes no mesmo dia.`,
      acao: `Enviar ${plural(enfileiradas, 'mensagem', 'mensagens')}`,
    })
    if (!sim) return
    executar.mutate(
      { simular: false, forcar_horario: forcada },
      { onSuccess: ({ execucao_id }) => aoAbrir(execucao_id) },
    )
  }
  return (
    <Button
      variant="contained"
      startIcon={<SendOutlined />}
      disabled={enfileiradas === 0}
      loading={executar.isPending}
      onClick={() => void enviar()}
    >
      {enfileiradas === 0 ? 'Nada a enviar' : `Enviar ${plural(enfileiradas, 'mensagem', 'mensagens')}`}
    </Button>
  )
}

/** Where only the hours held customers back, offers to simulate the run without them. */
function ForaDoHorario({ relatorio, aoAbrir }: { relatorio: Relatorio; aoAbrir: Props['aoAbrir'] }) {
  const { executar } = useAcoesCobranca()
  const { fora_do_horario = 0, feriado = 0 } = relatorio.ignorados
  const retidos = fora_do_horario + feriado
  if (retidos === 0 || relatorio.forcada) return null
  return (
    <Alert
      tom="info"
      acao={
        <Button
          size="small"
          loading={executar.isPending}
          onClick={() =>
            executar.mutate(
              { simular: true, forcar_horario: true },
              { onSuccess: ({ execucao_id }) => aoAbrir(execucao_id) },
            )
          }
        >
          Simular mesmo assim
        </Button>
      }
    >
      {plural(retidos, 'cliente espera', 'clientes esperam')} só pelo horário:{' '}
      {feriado > 0 ? 'hoje não se envia' : 'está fechado agora'}. A lei limita as horas da cobrança.
    </Alert>
  )
}

/** How far the messages of a run have come. */
function Andamento({ relatorio }: { relatorio: Relatorio }) {
  const { enfileiradas, andamento } = relatorio
  if (!andamento || enfileiradas === 0) return null
  const { na_fila, aceitas } = andamento
  const perdidas = enfileiradas - na_fila - aceitas
  const fim = na_fila === 0
  return (
    <Card aria-label="Andamento" className="envio-andamento">
      <div role="status" className="envio-andamento-texto flex wrap">
        <span className="forte">
          {fim ? 'Envio terminado: ' : 'Enviando: '}
          {numero(aceitas)} de {plural(enfileiradas, 'mensagem aceita', 'mensagens aceitas')} pelo WhatsApp
        </span>
        <span className="cinza">
          {[
            na_fila > 0 ? `${numero(na_fila)} na fila` : '',
            perdidas > 0 ? `${plural(perdidas, 'não saiu', 'não saíram')}; a conversa diz por quê` : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <Progress rotulo="Mensagens enviadas" valor={((enfileiradas - na_fila) / enfileiradas) * 100} />
    </Card>
  )
}

const Quem = ({ cliente }: { cliente: ClienteDecidido['cliente'] }) => (
  <Link className="ligacao nome" to="/admin/clientes" search={{ cliente: String(cliente.id) }}>
    {cliente.nome}
  </Link>
)

/** Of whoever was billed, what became of the message. */
function Decisao({ linha: { enviada, motivo, mensagem_status: status } }: { linha: ClienteDecidido }) {
  if (status === 'falha' || status === 'cancelada') return <Chip tom="error">Não enviada</Chip>
  const rotulo = status ? maiuscula(destinoDaMensagem(status)) : MOTIVOS[motivo]
  return <Chip tom={enviada || motivo === 'prevista' ? 'success' : 'neutral'}>{rotulo}</Chip>
}

const COLUNAS: Coluna<ClienteDecidido>[] = [
  { id: 'cliente', header: 'Cliente', cell: (um) => <Quem cliente={um.cliente} /> },
  {
    id: 'motivo',
    header: 'Decisão e por quê',
    cell: (um) => (
      <div className="decisao-porque row wrap">
        <span>
          <Decisao linha={um} />
        </span>
        <span className="cinza">{um.detalhe}</span>
      </div>
    ),
    elastica: true,
  },
  {
    id: 'passo',
    header: 'Passo',
    cell: (um) => (um.passo === null ? <span className="cinza">—</span> : passoCurto(um.passo)),
    direita: true,
  },
]
