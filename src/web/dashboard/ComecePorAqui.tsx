import { Link } from '@tanstack/react-router'
import type { Cliente } from '#contract/clientes.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { useAgora } from '#web/api/useAgora.ts'
import { porque } from '#web/clientes/porque.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { EmptyState, ErrorState } from '#web/ui/estados.tsx'
import { dinheiro, esperaHa, hora, numero, restaDaJanela } from '#web/ui/formatos.ts'
import { CheckCircleOutlined } from '#web/ui/icons/CheckCircleOutlined.tsx'
import { TimerOutlined } from '#web/ui/icons/TimerOutlined.tsx'
import { Quadro } from '#web/ui/Quadro.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { motivoFila, StatusChip } from '#web/ui/StatusChip.tsx'
import { useAssumirEAbrir } from './assumir.ts'
import { ListaDoDia } from './SeuDia.tsx'

const PROXIMOS = 3
const FILA = '/operador/aguardando-atendimento'

interface Props {
  consulta: {
    data: { data: Cliente[]; total: number } | undefined
    error: unknown
    refetch: () => unknown
  }
  dia: Resposta<'GET /api/operador/dashboard'>['dia'] | undefined
}

/** The head of the queue, in the server's order, with the reason in words. */
export function ComecePorAqui({ consulta: { data, error, refetch }, dia }: Props) {
  return (
    <Quadro
      lista
      titulo="Comece por aqui"
      acao={
        data &&
        data.total > 0 && (
          <Link className="button" to={FILA}>
            Ver a fila inteira ({numero(data.total)})
          </Link>
        )
      }
    >
      {error && !data ? (
        <ErrorState titulo="Não foi possível abrir a fila" erro={error} aoTentar={refetch} />
      ) : !data ? (
        [1, 2, 3, 4, 5, 6, 7].map((n) => <ItemSkeleton key={n} />)
      ) : data.data.length === 0 ? (
        <NinguemEspera dia={dia} />
      ) : (
        <ul>
          {data.data.map((cliente) => (
            <Espera key={cliente.id} cliente={cliente} />
          ))}
        </ul>
      )}
    </Quadro>
  )
}

const ItemSkeleton = () => (
  <div className="espera" aria-hidden>
    <div>
      <Skeleton largura="45%" altura={22} />
      <Skeleton largura="70%" altura={20} />
    </div>
    <Skeleton largura={88} />
    <Skeleton largura={86} altura={36} />
  </div>
)

/** Nobody waits: says so, and what is still to come today. */
function NinguemEspera({ dia }: { dia: Props['dia'] }) {
  const agora = useAgora().toISOString()
  const proximos = (dia ?? []).filter((fato) => fato.em === null || fato.em > agora).slice(0, PROXIMOS)
  return (
    <div className="ninguem">
      <EmptyState
        icone={CheckCircleOutlined}
        titulo="Ninguém esperando"
        texto="Quando um cliente responder, ou um acordo quebrar, ele aparece aqui."
      />
      {proximos.length > 0 && (
        <div className="ninguem-dia">
          <h3>O dia ainda traz</h3>
          <ListaDoDia fatos={proximos} />
        </div>
      )}
    </div>
  )
}

const ESPERA_LONGA_MS = 90 * 60_000
const JANELA_CURTA_MS = 2 * 3_600_000

function Espera({ cliente }: { cliente: Cliente }) {
  const assumir = useAssumirEAbrir(cliente.id)
  const agora = useAgora()
  const ms = cliente.aguardando_desde ? agora.getTime() - Date.parse(cliente.aguardando_desde) : 0
  return (
    <li className="espera">
      <div className="shrink">
        <div className="espera-nome row">
          <Link className="cortado alvo" to={FILA} search={{ cliente: String(cliente.id) }}>
            {cliente.nome}
          </Link>
          <Motivo cliente={cliente} agora={agora} />
        </div>
        <div className="cinza cortado">{porque(cliente)}</div>
      </div>
      <div className="espera-quanto algarismos">
        <div title="Sem multa e juros">
          {dinheiro(cliente.contas_vencidas > 0 ? cliente.valor_vencido : cliente.valor_em_aberto)}
          <span className="so-leitor"> sem encargos</span>
        </div>
        <div className={ms > ESPERA_LONGA_MS ? 'miudo demais' : 'miudo'}>{esperaHa(ms)}</div>
      </div>
      <Button
        className="outlined"
        loading={assumir.pendente}
        onClick={assumir.fazer}
        aria-label={`Assumir ${cliente.nome}`}
      >
        Assumir
      </Button>
    </li>
  )
}

/** A window about to close is more pressing than the reply that opened it. */
function Motivo({ cliente, agora }: { cliente: Cliente; agora: Date }) {
  const resta = restaDaJanela(cliente.janela_ate, agora)
  if (cliente.aguardando_motivo === 'respondeu' && resta > 0 && resta <= JANELA_CURTA_MS && cliente.janela_ate)
    return (
      <Chip tom="warning" icone={TimerOutlined}>
        Janela fecha às {hora(cliente.janela_ate)}
      </Chip>
    )
  return cliente.aguardando_motivo && <StatusChip de={motivoFila[cliente.aguardando_motivo]} />
}
