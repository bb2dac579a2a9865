import type { Resposta } from '#web/api/contrato.ts'
import { useAgora } from '#web/api/useAgora.ts'
import { hora } from '#web/ui/formatos.ts'
import type { Icon } from '#web/ui/icon.tsx'
import { AutoModeOutlined } from '#web/ui/icons/AutoModeOutlined.tsx'
import { CheckCircleOutlined } from '#web/ui/icons/CheckCircleOutlined.tsx'
import { EventAvailableOutlined } from '#web/ui/icons/EventAvailableOutlined.tsx'
import { HandshakeOutlined } from '#web/ui/icons/HandshakeOutlined.tsx'
import { PaidOutlined } from '#web/ui/icons/PaidOutlined.tsx'
import { PlayCircleOutlined } from '#web/ui/icons/PlayCircleOutlined.tsx'
import { TimerOutlined } from '#web/ui/icons/TimerOutlined.tsx'
import { Quadro } from '#web/ui/Quadro.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

type Fato = Resposta<'GET /api/operador/dashboard'>['dia'][number]

const APARENCIA: Record<Fato['tipo'], { icone: Icon; tom: 'neutral' | 'success' | 'special' | 'warning' }> = {
  fim_da_pausa: { icone: PlayCircleOutlined, tom: 'neutral' },
  acordo: { icone: HandshakeOutlined, tom: 'success' },
  acordo_desfeito: { icone: HandshakeOutlined, tom: 'warning' },
  conclusao: { icone: CheckCircleOutlined, tom: 'success' },
  pagamento: { icone: PaidOutlined, tom: 'success' },
  regua: { icone: AutoModeOutlined, tom: 'special' },
  janela: { icone: TimerOutlined, tom: 'warning' },
  parcelas: { icone: EventAvailableOutlined, tom: 'neutral' },
  inicio_do_envio: { icone: AutoModeOutlined, tom: 'neutral' },
  fim_do_envio: { icone: AutoModeOutlined, tom: 'neutral' },
}
const PASSADOS = 4

/** The latest, and each agreement that came to nothing: most of them end at midnight, and by noon the latest would hide them. */
export const passadosDe = (dia: Fato[], agora: string): Fato[] =>
  dia
    .filter(({ em }) => em !== null && em <= agora)
    .filter(({ tipo }, i, { length }) => tipo === 'acordo_desfeito' || i >= length - PASSADOS)

/** The day in order, with a blue line at the present moment. */
export function SeuDia({ dia }: { dia: Fato[] | undefined }) {
  const agora = useAgora().toISOString()
  const passados = dia && passadosDe(dia, agora)
  const porVir = dia?.filter((fato) => fato.em === null || fato.em > agora)
  return (
    <Quadro titulo="Seu dia">
      <div className="seu-dia">
        {passados && porVir ? (
          <>
            <ListaDoDia fatos={passados} />
            <Agora instante={agora} />
            {dia?.length === 0 && <p className="cinza">Nada aconteceu ainda, e nada está marcado para hoje.</p>}
            <ListaDoDia fatos={porVir} />
          </>
        ) : (
          [0, 1, 2, 3, 4].map((n) => <Skeleton key={n} altura={36} />)
        )}
      </div>
    </Quadro>
  )
}

export const ListaDoDia = ({ fatos }: { fatos: Fato[] }) => (
  <ol>
    {fatos.map((fato) => (
      <UmFato key={`${fato.tipo}-${fato.em}-${fato.cliente_id}`} fato={fato} />
    ))}
  </ol>
)

function UmFato({ fato }: { fato: Fato }) {
  const { icone: Icone, tom } = APARENCIA[fato.tipo]
  return (
    <li className="fato">
      <div className="fato-hora miudo algarismos">{fato.em ? hora(fato.em) : 'hoje'}</div>
      <div aria-hidden className="fato-icone grid rigid" data-tom={tom}>
        <Icone size={16} />
      </div>
      <div className="fato-texto shrink quebra">
        {fato.titulo}
        <div className="fato-detalhe">{fato.detalhe}</div>
      </div>
    </li>
  )
}

const Agora = ({ instante }: { instante: string }) => (
  <div className="agora">
    <time dateTime={instante} className="fato-hora algarismos">
      <span className="so-leitor">Agora, </span>
      {hora(instante)}
    </time>
    <div aria-hidden />
  </div>
)
