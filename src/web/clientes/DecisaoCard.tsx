import type { Decisao, Razao } from '#contract/cobranca.ts'
import type { ClienteDetalhado } from '#contract/ficha.ts'
import type { MotivoDecisao } from '#domain/decisao.ts'
import { ROTULOS_DA_DECISAO as MOTIVOS } from '#domain/explicacao.ts'
import type { Tom } from '#web/cores.ts'
import { Chip } from '#web/ui/Chip.tsx'
import type { Icon } from '#web/ui/icon.tsx'
import { AutoModeOutlined } from '#web/ui/icons/AutoModeOutlined.tsx'
import { CheckOutlined } from '#web/ui/icons/CheckOutlined.tsx'
import { ErrorOutlineOutlined as ErrorOutlined } from '#web/ui/icons/ErrorOutlineOutlined.tsx'
import { PauseCircleOutlineOutlined as PauseCircleOutlined } from '#web/ui/icons/PauseCircleOutlineOutlined.tsx'
import { ScheduleOutlined } from '#web/ui/icons/ScheduleOutlined.tsx'
import './ficha.css'

const aparencia = (motivo: MotivoDecisao): { tom: Tom; icone: Icon } => {
  if (motivo === 'enviada') return { tom: 'special', icone: AutoModeOutlined }
  if (motivo === 'prevista') return { tom: 'info', icone: ScheduleOutlined }
  return { tom: 'neutral', icone: PauseCircleOutlined }
}
const titulo = ({ enviada, motivo }: Decisao) =>
  enviada
    ? 'Por que foi cobrado hoje'
    : motivo === 'prevista'
      ? 'Por que será cobrado hoje'
      : 'Por que não foi cobrado hoje'

/** Why this customer was, or was not, billed today: one line a reason, and what comes next. */
export function DecisaoCard({ decisao }: { decisao: ClienteDetalhado['decisao'] }) {
  const { tom, icone } = aparencia(decisao.motivo)
  return (
    <section className="decisao" aria-label={titulo(decisao)}>
      <div>
        <h3>{titulo(decisao)}</h3>
        <Chip tom={tom} icone={icone}>
          {MOTIVOS[decisao.motivo]}
        </Chip>
      </div>
      {decisao.razoes.length > 0 ? (
        <ul>
          {decisao.razoes.map((razao) => (
            <ItemRazao key={razao.texto} razao={razao} />
          ))}
        </ul>
      ) : (
        <p>{decisao.detalhe}</p>
      )}
    </section>
  )
}

const SINAIS = {
  favor: { icone: CheckOutlined, rotulo: 'A favor' },
  contra: { icone: ErrorOutlined, rotulo: 'Contra' },
  seguinte: { icone: PauseCircleOutlined, rotulo: 'Depois' },
} as const

function ItemRazao({ razao }: { razao: Razao }) {
  const { icone: Icone, rotulo } = SINAIS[razao.sinal]
  return (
    <li>
      <Icone className={razao.sinal} titulo={rotulo} />
      {razao.texto}
    </li>
  )
}
