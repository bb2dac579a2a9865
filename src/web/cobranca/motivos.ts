import type { MotivoDecisao } from '#contract/cobranca.ts'

/** Why a customer was or was not billed, in a few words. */
export const MOTIVOS: Record<MotivoDecisao, string> = {
  enviada: 'Enviada',
  contato_invalido: 'Número inválido',
  nao_aceita_mensagens: 'Não aceita mensagens',
  pausado: 'Pausado',
  em_atendimento: 'Em atendimento',
  aguardando: 'Aguardando atendimento',
  acordo: 'Acordo em dia',
  sem_conta_no_passo: 'Sem conta no passo',
  ja_contatado_hoje: 'Já contatado',
  modelo_nao_aprovado: 'Modelo não aprovado',
  feriado: 'Domingo ou feriado',
  fora_do_horario: 'Fora do horário',
  limite_do_numero: 'Limite do número',
  prevista: 'Prevista para hoje',
}
