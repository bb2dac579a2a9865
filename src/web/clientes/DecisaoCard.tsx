import type { Razao } from '#contract/cobranca.ts'
import type { ClienteDetalhado } from '#contract/ficha.ts'
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

type Props = Pick<ClienteDetalhado, 'decisao'>

/** WhatsApp refused the message, or nobody knows whether it left. */
const falhou = ({ enviada, razoes }: Props['decisao']) => enviada && razoes.some(({ sinal }) => sinal === 'contra')

const aparencia = (decisao: Props['decisao']): { tom: Tom; icone: Icon; rotulo: string } => {
  const { motivo } = decisao
  const rotulo = MOTIVOS[motivo]
  if (falhou(decisao)) return { tom: 'error', icone: ErrorOutlined, rotulo: 'Não enviada' }
  if (motivo === 'enviada') return { tom: 'special', icone: AutoModeOutlined, rotulo }
  if (motivo === 'prevista') return { tom: 'info', icone: ScheduleOutlined, rotulo }
  return { tom: 'neutral', icone: PauseCircleOutlined, rotulo }
}
const titulo = (decisao: Props['decisao']) =>
  decisao.enviada && !falhou(decisao)
    ? 'Por que foi cobrado hoje'
    : decisao.motivo === 'prevista'
      ? 'Por que será cobrado hoje'
      : 'Por que não foi cobrado hoje'

/** Why this customer was, or was not, billed today: one line a reason, and what comes next. */
export function DecisaoCard({ decisao }: Props) {
  const { tom, icone, rotulo } = aparencia(decisao)
  return (
    <section className="decisao" aria-label={titulo(decisao)}>
      <div>
        <h3>{titulo(decisao)}</h3>
        <Chip tom={tom} icone={icone}>
          {rotulo}
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
