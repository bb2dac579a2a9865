import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { Resposta } from '#web/api/contrato.ts'
import { fraseDe } from '#web/api/erro.ts'
import { cor } from '#web/theme.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { type Coluna, DataTable } from '#web/ui/DataTable.tsx'
import { confirmar } from '#web/ui/dialogos.tsx'
import { Escolha } from '#web/ui/entradas.tsx'
import { EmptyFiltered, EmptyState } from '#web/ui/estados.tsx'
import { dia, diaEHora, numero, passoCurto, plural } from '#web/ui/formatos.ts'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { execucaoQuery, execucoesQuery, useAcoesCobranca } from './cobranca.api.ts'
import { MOTIVOS } from './motivos.ts'

type Execucao = Resposta<'GET /api/admin/cobranca/execucoes'>['data'][number]
type Linha = Resposta<'GET /api/admin/cobranca/execucoes/:id'>['data'][number] & { id: number }

/** The runs of the engine; one opened says who was billed and why each of the others was not. */
export function ExecucoesPainel() {
  const { filtros } = useFiltros()
  const aberta = Number(filtros.execucao) || undefined
  return aberta ? <Relatorio id={aberta} /> : <Lista />
}

function Lista() {
  const { mudar, pagina } = useFiltros()
  const consulta = useQuery(execucoesQuery(pagina))
  const abrirExecucao = (id: number) => mudar({ execucao: id, page: undefined }, { empurrar: true })
  return (
    <Page cheia acoes={<Executar aoTerminar={abrirExecucao} />}>
      <DataTable
        rotulo="Execuções da cobrança"
        consulta={consulta}
        colunas={COLUNAS}
        aoPaginar={(page) => mudar({ page }, { empurrar: true })}
        aoAbrir={({ id }) => abrirExecucao(id)}
        vazio={
          <EmptyState
            icone={PlayArrowOutlined}
            titulo="Nenhuma execução ainda"
            texto="A cobrança roda sozinha uma vez por dia, no horário permitido. Você também pode simular agora."
          />
        }
        celular={(execucao) => (
          <>
            <Box sx={{ fontWeight: 500 }}>{diaEHora(execucao.created_at)}</Box>
            <Box sx={{ color: 'text.secondary' }}>
              {plural(execucao.enfileiradas, 'mensagem', 'mensagens')} de{' '}
              {plural(execucao.avaliados, 'cliente', 'clientes')}
            </Box>
          </>
        )}
      />
    </Page>
  )
}

function Executar({ aoTerminar }: { aoTerminar: (id: number) => void }) {
  const { executar } = useAcoesCobranca()
  const rodar = (simular: boolean) =>
    executar.mutate(
      { simular },
      { onSuccess: ({ execucao_id }) => aoTerminar(execucao_id), onError: (erro) => avisar(fraseDe(erro)) },
    )
  const deVerdade = async () => {
    const sim = await confirmar({
      titulo: 'Executar a cobrança agora?',
      texto: 'Quem está previsto para hoje recebe a mensagem agora. Ninguém é cobrado duas vezes no mesmo dia.',
      acao: 'Executar cobrança',
    })
    if (sim) rodar(false)
  }
  return (
    <>
      <Button variant="outlined" loading={executar.isPending} onClick={() => rodar(true)}>
        Simular
      </Button>
      <Button
        variant="contained"
        startIcon={<PlayArrowOutlined />}
        disabled={executar.isPending}
        onClick={() => void deVerdade()}
      >
        Executar agora
      </Button>
    </>
  )
}

const tipoDe = (execucao: Execucao) => (execucao.simulada ? 'Simulação' : execucao.automatica ? 'Automática' : 'Manual')

const COLUNAS: Coluna<Execucao>[] = [
  { id: 'quando', header: 'Quando', cell: ({ row }) => diaEHora(row.original.created_at) },
  { id: 'dia', header: 'Dia', cell: ({ row }) => dia(row.original.dia) },
  {
    id: 'tipo',
    header: 'Tipo',
    cell: ({ row }) => <Chip tom={row.original.simulada ? 'neutral' : 'special'}>{tipoDe(row.original)}</Chip>,
  },
  { id: 'avaliados', header: 'Avaliados', cell: ({ row }) => numero(row.original.avaliados), meta: { direita: true } },
  {
    id: 'enfileiradas',
    header: 'Mensagens',
    cell: ({ row }) => numero(row.original.enfileiradas),
    meta: { direita: true },
  },
]

function Relatorio({ id }: { id: number }) {
  const { filtros, mudar, pagina } = useFiltros()
  const motivo = Object.keys(MOTIVOS).find((um): um is keyof typeof MOTIVOS => um === filtros.motivo)
  const consulta = useQuery(execucaoQuery(id, { page: pagina, busca: filtros.busca, motivo }))
  const dados = consulta.data
  const comId = dados && { ...dados, data: dados.data.map((linha) => ({ ...linha, id: linha.cliente.id })) }
  return (
    <Page
      cheia
      inicio={
        <Button onClick={() => mudar({ execucao: undefined, motivo: undefined, busca: undefined }, { empurrar: true })}>
          Voltar às execuções
        </Button>
      }
      acoes={<SearchField rotulo="Buscar cliente" valor={filtros.busca} aoMudar={(busca) => mudar({ busca })} />}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 4, alignItems: 'flex-end' }}>
        <Box>
          <Typography variant="h2">
            {dados ? `${tipoDe(dados)} de ${diaEHora(dados.created_at)}` : 'Execução'}
          </Typography>
          <Typography sx={{ color: 'text.secondary' }}>
            {dados &&
              `${plural(dados.enfileiradas, 'mensagem', 'mensagens')} para ${plural(dados.avaliados, 'cliente avaliado', 'clientes avaliados')}`}
          </Typography>
        </Box>
        <Box sx={{ width: 280, ml: 'auto' }}>
          <Escolha
            rotulo="Motivo"
            vazio="Todos"
            valor={motivo ?? ''}
            opcoes={Object.entries(MOTIVOS).map(([valor, rotulo]) => ({
              valor,
              rotulo: contado(rotulo, dados?.ignorados[valor]),
            }))}
            aoMudar={(novo) => mudar({ motivo: novo || undefined })}
          />
        </Box>
      </Box>
      <DataTable
        rotulo="Decisão para cada cliente"
        consulta={{ ...consulta, data: comId }}
        colunas={COLUNAS_RELATORIO}
        aoPaginar={(page) => mudar({ page }, { empurrar: true })}
        vazio={
          <EmptyFiltered
            titulo="Nenhum cliente com este filtro"
            aoLimpar={() => mudar({ motivo: undefined, busca: undefined })}
          />
        }
        celular={(linha) => (
          <>
            <Box sx={{ fontWeight: 500 }}>{linha.cliente.nome}</Box>
            <Box sx={{ color: 'text.secondary' }}>{linha.detalhe}</Box>
          </>
        )}
      />
    </Page>
  )
}

const contado = (rotulo: string, n: number | undefined) => (n ? `${rotulo} (${numero(n)})` : rotulo)

const COLUNAS_RELATORIO: Coluna<Linha>[] = [
  {
    id: 'cliente',
    header: 'Cliente',
    cell: ({ row }) => <Box sx={{ fontWeight: 500 }}>{row.original.cliente.nome}</Box>,
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
    meta: { largura: '50%' },
  },
  {
    id: 'passo',
    header: 'Passo',
    cell: ({ row }) =>
      row.original.passo === null ? <Box sx={{ color: cor.text3 }}>—</Box> : passoCurto(row.original.passo),
    meta: { direita: true },
  },
]
