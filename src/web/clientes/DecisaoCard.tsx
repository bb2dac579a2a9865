import type { SvgIconComponent } from '@mui/icons-material'
import AutoModeOutlined from '@mui/icons-material/AutoModeOutlined'
import CheckOutlined from '@mui/icons-material/CheckOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined'
import PauseCircleOutlined from '@mui/icons-material/PauseCircleOutlineOutlined'
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined'
import Box from '@mui/material/Box'
import type { ClienteDetalhado } from '#contract/clientes.ts'
import type { Decisao, MotivoDecisao, Razao } from '#contract/cobranca.ts'
import { type Tom, tons } from '#web/theme.ts'
import { Chip } from '#web/ui/Chip.tsx'

const ROTULOS: Record<MotivoDecisao, string> = {
  enviada: 'Enviada',
  prevista: 'Prevista',
  contato_invalido: 'Número inválido',
  nao_aceita_mensagens: 'Não aceita mensagens',
  pausado: 'Pausado',
  em_atendimento: 'Em silêncio',
  aguardando: 'Em silêncio',
  acordo: 'Em acordo',
  sem_conta_no_passo: 'Nada no passo',
  ja_contatado_hoje: 'Já contatado',
  modelo_nao_aprovado: 'Modelo não aprovado',
  feriado: 'Dia sem envio',
  fora_do_horario: 'Fora do horário',
  limite_do_numero: 'Limite do número',
}
/** The reason of a decision in one or two words. */
export const motivoDecisao = (motivo: MotivoDecisao) => ROTULOS[motivo]

const aparencia = (motivo: MotivoDecisao): { tom: Tom; icone: SvgIconComponent } => {
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
    <Box component="section" aria-label={titulo(decisao)} sx={{ px: 5, py: 4 }}>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2, mb: 2 }}
      >
        <Box component="h3" sx={{ m: 0, fontSize: 14, lineHeight: '20px', fontWeight: 600 }}>
          {titulo(decisao)}
        </Box>
        <Chip tom={tom} icone={icone}>
          {ROTULOS[decisao.motivo]}
        </Chip>
      </Box>
      {decisao.razoes.length > 0 ? (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
          {decisao.razoes.map((razao) => (
            <Linha key={razao.texto} razao={razao} />
          ))}
        </Box>
      ) : (
        <Box sx={{ color: 'text.secondary' }}>{decisao.detalhe}</Box>
      )}
    </Box>
  )
}

const SINAIS = {
  favor: { icone: CheckOutlined, cor: tons.success.solid, rotulo: 'A favor' },
  contra: { icone: ErrorOutlined, cor: tons.warning.solid, rotulo: 'Contra' },
  seguinte: { icone: PauseCircleOutlined, cor: tons.neutral.solid, rotulo: 'Depois' },
} as const

function Linha({ razao }: { razao: Razao }) {
  const { icone: Icone, cor, rotulo } = SINAIS[razao.sinal]
  return (
    <Box component="li" sx={{ display: 'flex', gap: 2.5, fontSize: 13, lineHeight: '20px', color: 'text.secondary' }}>
      <Icone sx={{ fontSize: 18, color: cor, flexShrink: 0, mt: '1px' }} titleAccess={rotulo} />
      {razao.texto}
    </Box>
  )
}
