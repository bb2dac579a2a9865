import { useQuery } from '@tanstack/react-query'
import type { Log } from '#contract/logs.ts'
import { diaDe } from '#domain/data.ts'
import { MAIS_ACHADOS } from '#domain/log.ts'
import { hoje } from '#web/api/agora.ts'
import { type Coluna, DataTable } from '#web/ui/DataTable.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { EmptyState } from '#web/ui/estados.tsx'
import { dia, diaDaSemanaLongo, horaComSegundos, maiuscula } from '#web/ui/formatos.ts'
import { HistoryOutlined } from '#web/ui/icons/HistoryOutlined.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { VazioDaLista } from '#web/ui/VazioDaLista.tsx'
import { ChipNovos, useAoVivo } from './aoVivo.tsx'
import { DetalheLog } from './DetalheLog.tsx'
import { FiltrosLogs, SEM_FILTROS } from './FiltrosLogs.tsx'
import { logsQuery, paginaDosLogs } from './logs.queries.ts'
import { Descricao, Nivel, Quem } from './partes.tsx'
import { Selos } from './Selos.tsx'
import './admin-logs.css'

const NADA_AINDA = (
  <EmptyState
    icone={HistoryOutlined}
    titulo="Nada aconteceu ainda"
    texto="Cada mudança de estado, de pessoa e de configuração fica registrada aqui."
  />
)

/** One log entry a line, newest first, by day. New ones are offered without moving what is being read. */
export function AdminLogsPage() {
  const { filtros, mudar } = useFiltros()
  const pedido = paginaDosLogs(filtros)
  const consulta = useQuery(logsQuery(pedido))
  // The rows of the filters before say nothing about what is new under these.
  const aoVivo = useAoVivo(pedido, consulta.isPlaceholderData ? undefined : consulta.data)
  return (
    <Page cheia>
      <FiltrosLogs aoVivo={aoVivo} />
      <div className="logs">
        <ChipNovos {...aoVivo} />
        <DataTable
          rotulo="Logs do sistema"
          consulta={consulta}
          colunas={COLUNAS}
          grupo={grupoDe}
          aoAbrir={verInteiro}
          aoPaginar={(page) => mudar({ page }, { empurrar: true })}
          teto={pedido.busca ? MAIS_ACHADOS : undefined}
          resumo={<Selos />}
          vazio={
            <VazioDaLista
              nada="Nada nos logs"
              comFiltros="Nenhum registro com estes filtros"
              semFiltros={SEM_FILTROS}
              senao={NADA_AINDA}
            />
          }
          celular={(log) => <ItemLog log={log} />}
        />
      </div>
    </Page>
  )
}

/** "Hoje, terça-feira 24/11/2026", "Segunda-feira 23/11/2026". */
function grupoDe({ created_at }: Log): string {
  const nele = diaDe(created_at)
  const nome = `${diaDaSemanaLongo(nele)} ${dia(nele)}`
  return nele === hoje() ? `Hoje, ${nome}` : maiuscula(nome)
}

const verInteiro = (log: Log) => void abrir((fechar) => <DetalheLog log={log} aoFechar={() => fechar()} />)

const Hora = ({ log }: { log: Log }) => (
  <button
    type="button"
    className="log-botao algarismos"
    aria-label={`${horaComSegundos(log.created_at)}: ver o registro inteiro`}
    onClick={() => verInteiro(log)}
  >
    {horaComSegundos(log.created_at)}
  </button>
)

/** The action; clicking it filters by it. */
function Acao({ acao }: { acao: string }) {
  const { mudar } = useFiltros()
  return (
    <Tooltip texto="Filtrar por esta ação">
      <button type="button" className="log-botao log-acao" onClick={() => mudar({ acao })}>
        {acao}
      </button>
    </Tooltip>
  )
}

const QuemNaTabela = ({ log: { usuario } }: { log: Log }) => (
  <span className="pessoa cortado" title={usuario?.name}>
    <Quem usuario={usuario} />
  </span>
)

const COLUNAS: Coluna<Log>[] = [
  { id: 'hora', header: 'Hora', cell: (um) => <Hora log={um} />, largura: 76 },
  { id: 'nivel', header: 'Nível', cell: (um) => <Nivel nivel={um.nivel} />, largura: 84 },
  { id: 'acao', header: 'Ação', cell: (um) => <Acao acao={um.acao} />, largura: 172, minima: 820 },
  {
    id: 'descricao',
    header: 'O que aconteceu',
    cell: (um) => (
      <span className="log-descricao" title={um.descricao}>
        <Descricao log={um} />
      </span>
    ),
    elastica: true,
  },
  { id: 'quem', header: 'Quem', cell: (um) => <QuemNaTabela log={um} />, largura: 152 },
  {
    id: 'endereco',
    header: 'Endereço',
    cell: (um) => <span className="cinza">{um.ip ?? '—'}</span>,
    largura: 108,
    minima: 1000,
  },
]

function ItemLog({ log }: { log: Log }) {
  return (
    <div className="grid gap-4 quebra">
      <div className="log-item-texto">
        <Descricao log={log} />
      </div>
      <div className="log-item-pe row wrap miudo">
        <Hora log={log} />
        {log.nivel !== 'info' && <Nivel nivel={log.nivel} />}
        <Quem usuario={log.usuario} />
        <Acao acao={log.acao} />
      </div>
    </div>
  )
}
