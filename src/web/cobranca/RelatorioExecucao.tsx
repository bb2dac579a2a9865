import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Resposta } from '#web/api/contrato.ts'
import { fraseDe } from '#web/api/erro.ts'
import { cor } from '#web/theme.ts'
import { AcoesDaLista } from '#web/ui/AcoesDaLista.tsx'
import { avisar } from '#web/ui/avisos.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { type Coluna, DataTable } from '#web/ui/DataTable.tsx'
import { confirmar } from '#web/ui/dialogos.tsx'
import { EmptyFiltered, EmptyState } from '#web/ui/estados.tsx'
import { diaEHora, numero, passoCurto, plural } from '#web/ui/formatos.ts'
import { ArrowBackOutlined } from '#web/ui/icons/ArrowBackOutlined.tsx'
import { GroupsOutlined } from '#web/ui/icons/GroupsOutlined.tsx'
import { SendOutlined } from '#web/ui/icons/SendOutlined.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { AntesDeEnviar } from './AntesDeEnviar.tsx'
import { execucaoQuery, useAcoesCobranca } from './cobranca.api.ts'
import { ListaMotivos } from './ListaMotivos.tsx'
import { MOTIVOS } from './motivos.ts'

type Relatorio = Resposta<'GET /api/admin/cobranca/execucoes/:id'>
type Linha = Relatorio['data'][number] & { id: number }

interface Props {
  id: number
  aoAbrir: (id: number) => void
  aoFechar: () => void
}

/** Who is billed and why the others are not, by reason and by name; from a simulation one goes on to the real thing. */
export function RelatorioExecucao({ id, aoAbrir, aoFechar }: Props) {
  const { filtros, mudar, pagina } = useFiltros()
  const motivo = Object.keys(MOTIVOS).find((um): um is keyof typeof MOTIVOS => um === filtros.motivo)
  const consulta = useQuery(execucaoQuery(id, { page: pagina, busca: filtros.busca, motivo }))
  const dados = consulta.data
  const comId = dados && { ...dados, data: dados.data.map((linha) => ({ ...linha, id: linha.cliente.id })) }
  return (
    <Page cheia>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <Button className="so-na-tela" startIcon={<ArrowBackOutlined />} sx={{ ml: '-12px' }} onClick={aoFechar}>
          Execuções
        </Button>
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Typography component="h2" sx={{ fontSize: 18, lineHeight: '26px', fontWeight: 600 }}>
            {dados ? `${tipoDe(dados)} de ${diaEHora(dados.created_at)}` : 'Execução'}
          </Typography>
          <Typography role="status" sx={{ color: 'text.secondary', minHeight: 20 }}>
            {dados && resumo(dados)}
          </Typography>
        </Box>
        {dados?.simulada && <Enviar relatorio={dados} aoAbrir={aoAbrir} />}
      </Box>
      {dados?.andamento && <Andamento relatorio={dados} />}
      {dados?.simulada && (
        <AntesDeEnviar relatorio={dados} aoVerQuemEspera={() => mudar({ motivo: 'limite_do_numero' })} />
      )}
      {dados?.simulada && <ForaDoHorario relatorio={dados} aoAbrir={aoAbrir} />}
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          minHeight: 0,
          flex: { md: 1 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '280px minmax(0, 1fr)' },
          '@media print': { display: 'block' },
        }}
      >
        <ListaMotivos relatorio={dados} escolhido={motivo} aoEscolher={(novo) => mudar({ motivo: novo })} />
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3, minHeight: 0, minWidth: 0 }}>
          <Box className="so-na-tela" sx={{ display: 'flex', gap: 2, justifyContent: 'space-between', flexShrink: 0 }}>
            <SearchField rotulo="Buscar cliente" valor={filtros.busca} aoMudar={(busca) => mudar({ busca })} />
            <AcoesDaLista
              aoExportar={() =>
                baixarArquivo(
                  'GET /api/admin/cobranca/execucoes/:id/exportar.csv',
                  'execucao.csv',
                  { id },
                  { busca: filtros.busca, motivo },
                )
              }
            />
          </Box>
          <DataTable
            rotulo="Decisão para cada cliente"
            consulta={{ ...consulta, data: comId }}
            colunas={COLUNAS}
            aoPaginar={(page) => mudar({ page }, { empurrar: true })}
            vazio={
              motivo || filtros.busca ? (
                <EmptyFiltered
                  titulo={filtros.busca ? `Nenhum cliente para “${filtros.busca}”` : 'Nenhum cliente com este motivo'}
                  aoLimpar={() => mudar({ motivo: undefined, busca: undefined })}
                />
              ) : (
                <EmptyState
                  icone={GroupsOutlined}
                  titulo="Ninguém foi avaliado"
                  texto="Não havia cliente com conta em aberto."
                />
              )
            }
            celular={(linha) => (
              <>
                <Quem cliente={linha.cliente} />
                <Box sx={{ color: 'text.secondary' }}>{linha.detalhe}</Box>
              </>
            )}
          />
        </Box>
      </Box>
    </Page>
  )
}

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
      acao: 'Executar cobrança',
    })
    if (!sim) return
    executar.mutate(
      { simular: false, forcar_horario: forcada },
      { onSuccess: ({ execucao_id }) => aoAbrir(execucao_id), onError: (erro) => avisar(fraseDe(erro)) },
    )
  }
  return (
    <Button
      variant="contained"
      startIcon={<SendOutlined />}
      disabled={enfileiradas === 0}
      loading={executar.isPending}
      loadingPosition="start"
      onClick={() => void enviar()}
    >
      {enfileiradas === 0 ? 'Nada a enviar' : `Enviar ${plural(enfileiradas, 'mensagem', 'mensagens')}`}
    </Button>
  )
}

/** What a run of nothing but closed hours would be with them lifted: seen before it is done, as always. */
function ForaDoHorario({ relatorio, aoAbrir }: { relatorio: Relatorio; aoAbrir: Props['aoAbrir'] }) {
  const { executar } = useAcoesCobranca()
  const { fora_do_horario = 0, feriado = 0 } = relatorio.ignorados
  const retidos = fora_do_horario + feriado
  if (retidos === 0 || relatorio.forcada) return null
  return (
    <Alert
      severity="info"
      action={
        <Button
          size="small"
          loading={executar.isPending}
          onClick={() =>
            executar.mutate(
              { simular: true, forcar_horario: true },
              { onSuccess: ({ execucao_id }) => aoAbrir(execucao_id), onError: (erro) => avisar(fraseDe(erro)) },
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
    <Card component="section" aria-label="Andamento" sx={{ px: 5, py: 4, display: 'grid', gap: 2, flexShrink: 0 }}>
      <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4 }}>
        <Box sx={{ fontWeight: 500 }}>
          {fim ? 'Envio terminado: ' : 'Enviando: '}
          {numero(aceitas)} de {plural(enfileiradas, 'mensagem aceita', 'mensagens aceitas')} pelo WhatsApp
        </Box>
        <Box sx={{ color: 'text.secondary' }}>
          {[
            na_fila > 0 ? `${numero(na_fila)} na fila` : '',
            perdidas > 0 ? `${plural(perdidas, 'não saiu', 'não saíram')}; a conversa diz por quê` : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </Box>
      </Box>
      <LinearProgress
        variant="determinate"
        value={((enfileiradas - na_fila) / enfileiradas) * 100}
        aria-label="Mensagens enviadas"
        sx={{ height: 8, borderRadius: 4, background: cor.surfaceAlt }}
      />
    </Card>
  )
}

const Quem = ({ cliente }: { cliente: Linha['cliente'] }) => (
  <Link className="ligacao nome" to="/admin/clientes" search={{ cliente: String(cliente.id) } as never}>
    {cliente.nome}
  </Link>
)

const COLUNAS: Coluna<Linha>[] = [
  {
    id: 'cliente',
    header: 'Cliente',
    cell: ({ row }) => <Quem cliente={row.original.cliente} />,
  },
  {
    id: 'motivo',
    header: 'Decisão',
    cell: ({ row }) => (
      <Chip tom={row.original.enviada || row.original.motivo === 'prevista' ? 'success' : 'neutral'}>
        {MOTIVOS[row.original.motivo]}
      </Chip>
    ),
  },
  {
    id: 'detalhe',
    header: 'Por quê',
    cell: ({ row }) => <span title={row.original.detalhe}>{row.original.detalhe}</span>,
    meta: { largura: '50%', minima: 640 },
  },
  {
    id: 'passo',
    header: 'Passo',
    cell: ({ row }) =>
      row.original.passo === null ? <Box sx={{ color: cor.text3 }}>—</Box> : passoCurto(row.original.passo),
    meta: { direita: true },
  },
]
