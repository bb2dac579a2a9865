import type { Cliente } from '#contract/clientes.ts'
import type { Conta } from '#contract/contas-receber.ts'
import type { Contestacao } from '#contract/contestacoes.ts'
import type { Modelo } from '#contract/modelos.ts'
import type { Negociacao } from '#contract/negociacoes.ts'
import type { Promessa } from '#contract/promessas.ts'
import { ROTULOS_DA_FILA, ROTULOS_DO_STATUS } from '#domain/cliente.ts'
import { ROTULOS_DA_CONTA } from '#domain/conta.ts'
import { ROTULOS_DA_CONTESTACAO } from '#domain/contestacao.ts'
import { ROTULOS_DA_NEGOCIACAO } from '#domain/negociacao.ts'
import { ROTULOS_CURTOS_DA_PROMESSA } from '#domain/promessa.ts'
import type { StatusUsuario } from '#domain/usuario.ts'
import type { Tom } from '#web/cores.ts'
import type { Icon } from '#web/ui/icon.tsx'
import { AutoModeOutlined } from '#web/ui/icons/AutoModeOutlined.tsx'
import { BlockOutlined } from '#web/ui/icons/BlockOutlined.tsx'
import { CheckCircleOutlined } from '#web/ui/icons/CheckCircleOutlined.tsx'
import { CheckOutlined } from '#web/ui/icons/CheckOutlined.tsx'
import { ErrorOutlineOutlined as ErrorOutlined } from '#web/ui/icons/ErrorOutlineOutlined.tsx'
import { EventAvailableOutlined } from '#web/ui/icons/EventAvailableOutlined.tsx'
import { HandshakeOutlined } from '#web/ui/icons/HandshakeOutlined.tsx'
import { HeadsetMicOutlined } from '#web/ui/icons/HeadsetMicOutlined.tsx'
import { HourglassEmptyOutlined } from '#web/ui/icons/HourglassEmptyOutlined.tsx'
import { NotificationsOffOutlined } from '#web/ui/icons/NotificationsOffOutlined.tsx'
import { PauseCircleOutlineOutlined as PauseCircleOutlined } from '#web/ui/icons/PauseCircleOutlineOutlined.tsx'
import { PersonOffOutlined } from '#web/ui/icons/PersonOffOutlined.tsx'
import { PhoneMissedOutlined } from '#web/ui/icons/PhoneMissedOutlined.tsx'
import { ReplyOutlined } from '#web/ui/icons/ReplyOutlined.tsx'
import { ScheduleOutlined } from '#web/ui/icons/ScheduleOutlined.tsx'
import { Chip } from './Chip.tsx'

export interface Aparencia {
  rotulo: string
  tom: Tom
  icone: Icon
}

export const statusCliente: Record<Cliente['status'], Aparencia> = {
  ativo: { rotulo: ROTULOS_DO_STATUS.ativo, tom: 'info', icone: AutoModeOutlined },
  // In one word, where columns are narrow.
  aguardando_atendimento: { rotulo: 'Aguardando', tom: 'warning', icone: HourglassEmptyOutlined },
  em_atendimento: { rotulo: ROTULOS_DO_STATUS.em_atendimento, tom: 'info', icone: HeadsetMicOutlined },
  negociado: { rotulo: ROTULOS_DO_STATUS.negociado, tom: 'success', icone: HandshakeOutlined },
  pausado: { rotulo: ROTULOS_DO_STATUS.pausado, tom: 'neutral', icone: PauseCircleOutlined },
  concluido: { rotulo: ROTULOS_DO_STATUS.concluido, tom: 'neutral', icone: CheckCircleOutlined },
}
export const motivoFila: Record<NonNullable<Cliente['aguardando_motivo']>, Aparencia> = {
  respondeu: { rotulo: ROTULOS_DA_FILA.respondeu, tom: 'info', icone: ReplyOutlined },
  sem_resposta: { rotulo: ROTULOS_DA_FILA.sem_resposta, tom: 'neutral', icone: PhoneMissedOutlined },
  acordo_quebrado: { rotulo: ROTULOS_DA_FILA.acordo_quebrado, tom: 'error', icone: HandshakeOutlined },
  promessa_quebrada: { rotulo: ROTULOS_DA_FILA.promessa_quebrada, tom: 'error', icone: EventAvailableOutlined },
  nao_aceita_mensagens: {
    rotulo: ROTULOS_DA_FILA.nao_aceita_mensagens,
    tom: 'warning',
    icone: NotificationsOffOutlined,
  },
  contato_invalido: { rotulo: ROTULOS_DA_FILA.contato_invalido, tom: 'error', icone: ErrorOutlined },
  sem_operador: { rotulo: ROTULOS_DA_FILA.sem_operador, tom: 'neutral', icone: PersonOffOutlined },
  contestou: { rotulo: ROTULOS_DA_FILA.contestou, tom: 'warning', icone: ErrorOutlined },
  pediu_pessoa: { rotulo: ROTULOS_DA_FILA.pediu_pessoa, tom: 'info', icone: HeadsetMicOutlined },
  nao_sou_eu: { rotulo: ROTULOS_DA_FILA.nao_sou_eu, tom: 'error', icone: PersonOffOutlined },
  bloqueio_legal: { rotulo: ROTULOS_DA_FILA.bloqueio_legal, tom: 'warning', icone: BlockOutlined },
  pessoa_nao_confirmada: {
    rotulo: ROTULOS_DA_FILA.pessoa_nao_confirmada,
    tom: 'neutral',
    icone: PersonOffOutlined,
  },
}
export const statusConta: Record<Conta['status'], Aparencia> = {
  em_aberto: { rotulo: ROTULOS_DA_CONTA.em_aberto, tom: 'neutral', icone: ScheduleOutlined },
  vencida: { rotulo: ROTULOS_DA_CONTA.vencida, tom: 'error', icone: ErrorOutlined },
  paga: { rotulo: ROTULOS_DA_CONTA.paga, tom: 'success', icone: CheckOutlined },
  negociada: { rotulo: ROTULOS_DA_CONTA.negociada, tom: 'info', icone: HandshakeOutlined },
  cancelada: { rotulo: ROTULOS_DA_CONTA.cancelada, tom: 'neutral', icone: BlockOutlined },
}
export const statusNegociacao: Record<Negociacao['status'], Aparencia> = {
  proposta: { rotulo: ROTULOS_DA_NEGOCIACAO.proposta, tom: 'info', icone: HourglassEmptyOutlined },
  aguarda_aprovacao: { rotulo: ROTULOS_DA_NEGOCIACAO.aguarda_aprovacao, tom: 'warning', icone: HourglassEmptyOutlined },
  ativa: { rotulo: ROTULOS_DA_NEGOCIACAO.ativa, tom: 'success', icone: HandshakeOutlined },
  cumprida: { rotulo: ROTULOS_DA_NEGOCIACAO.cumprida, tom: 'success', icone: CheckOutlined },
  quebrada: { rotulo: ROTULOS_DA_NEGOCIACAO.quebrada, tom: 'error', icone: ErrorOutlined },
  cancelada: { rotulo: ROTULOS_DA_NEGOCIACAO.cancelada, tom: 'neutral', icone: BlockOutlined },
  recusada: { rotulo: ROTULOS_DA_NEGOCIACAO.recusada, tom: 'error', icone: BlockOutlined },
  expirada: { rotulo: ROTULOS_DA_NEGOCIACAO.expirada, tom: 'neutral', icone: ScheduleOutlined },
}
export const statusPromessa: Record<Promessa['status'], Aparencia> = {
  pendente: { rotulo: ROTULOS_CURTOS_DA_PROMESSA.pendente, tom: 'warning', icone: EventAvailableOutlined },
  cumprida: { rotulo: ROTULOS_CURTOS_DA_PROMESSA.cumprida, tom: 'success', icone: CheckOutlined },
  parcial: { rotulo: ROTULOS_CURTOS_DA_PROMESSA.parcial, tom: 'warning', icone: CheckOutlined },
  quebrada: { rotulo: ROTULOS_CURTOS_DA_PROMESSA.quebrada, tom: 'error', icone: ErrorOutlined },
  cancelada: { rotulo: ROTULOS_CURTOS_DA_PROMESSA.cancelada, tom: 'neutral', icone: BlockOutlined },
}
export const statusContestacao: Record<Contestacao['status'], Aparencia> = {
  aberta: { rotulo: ROTULOS_DA_CONTESTACAO.aberta, tom: 'warning', icone: HourglassEmptyOutlined },
  em_analise: { rotulo: ROTULOS_DA_CONTESTACAO.em_analise, tom: 'info', icone: HeadsetMicOutlined },
  procedente: { rotulo: ROTULOS_DA_CONTESTACAO.procedente, tom: 'success', icone: CheckOutlined },
  improcedente: { rotulo: ROTULOS_DA_CONTESTACAO.improcedente, tom: 'error', icone: BlockOutlined },
  desistencia: { rotulo: ROTULOS_DA_CONTESTACAO.desistencia, tom: 'neutral', icone: ReplyOutlined },
}
export const statusOperador: Record<StatusUsuario, Aparencia> = {
  Ativo: { rotulo: 'Ativo', tom: 'success', icone: CheckOutlined },
  Bloqueado: { rotulo: 'Bloqueado', tom: 'error', icone: BlockOutlined },
}
export const situacaoModelo: Record<Modelo['situacao'], Aparencia> = {
  aprovado: { rotulo: 'Aprovado', tom: 'success', icone: CheckOutlined },
  pendente: { rotulo: 'Em análise na Meta', tom: 'warning', icone: HourglassEmptyOutlined },
  rejeitado: { rotulo: 'Rejeitado', tom: 'error', icone: BlockOutlined },
  pausado: { rotulo: 'Pausado pela Meta', tom: 'warning', icone: PauseCircleOutlined },
  local: { rotulo: 'Só neste sistema', tom: 'neutral', icone: ScheduleOutlined },
}

/** `<StatusChip de={statusCliente[cliente.status]} />` */
export function StatusChip({ de }: { de: Aparencia }) {
  return (
    <Chip tom={de.tom} icone={de.icone}>
      {de.rotulo}
    </Chip>
  )
}
