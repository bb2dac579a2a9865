import { ALTA, PADRAO } from './conta.ts'
import { ERROS } from './erros.ts'
import type { ModeloEmulado } from './modelos.forma.ts'
import type { Nucleo } from './nucleo.ts'

/** What Meta tells of the business number. */
export function fichaDoNumero(nucleo: Nucleo, id: string) {
  const { conta, cenario, entregador } = nucleo
  const banido = cenario.situacao === 368 || cenario.situacao === 131031
  return {
    id,
    verified_name: conta.nomeVerificado,
    display_phone_number: formatar(conta.numero),
    quality_rating: banido ? 'RED' : cenario.qualidade,
    code_verification_status: 'VERIFIED',
    name_status: 'APPROVED',
    platform_type: 'CLOUD_API',
    throughput: { level: vazaoDe(cenario.vazaoPorSegundo) },
    status: banido ? 'RESTRICTED' : cenario.situacao === 133010 ? 'DISCONNECTED' : 'CONNECTED',
    account_mode: 'LIVE',
    whatsapp_business_manager_messaging_limit: cenario.nivel,
    webhook_configuration: entregador.url ? { application: entregador.url } : {},
    health_status: saudeDe(nucleo, 'numero'),
  }
}

/** There is no level beyond Meta's highest. */
const vazaoDe = (porSegundo: number) =>
  porSegundo > ALTA ? 'NOT_APPLICABLE' : porSegundo > PADRAO ? 'HIGH' : 'STANDARD'

/** The worst of the chain decides; a payment problem has a code of its own here. */
export function saudeDe({ conta, cenario }: Nucleo, de: 'numero' | 'conta' | ModeloEmulado) {
  const { situacao } = cenario
  const bloqueio = situacao === 'normal' || situacao === 190 ? null : situacao
  const codigo = bloqueio === 131042 ? 141006 : bloqueio
  const doNumero = bloqueio === 133010
  const entidade = (entity_type: string, id: string, bloqueada: boolean) => ({
    entity_type,
    id,
    can_send_message: bloqueada ? 'BLOCKED' : 'AVAILABLE',
    ...(bloqueada ? { errors: [{ error_code: codigo, ...descricao(bloqueio!) }] } : {}),
  })
  const entities = [
    ...(typeof de === 'object' ? [saudeDoModelo(de)] : []),
    ...(de === 'numero' ? [entidade('PHONE_NUMBER', conta.phoneNumberId, doNumero)] : []),
    entidade('WABA', conta.businessAccountId, bloqueio !== null && !doNumero),
    entidade('BUSINESS', '500000000000001', false),
    entidade('APP', conta.appId, false),
  ]
  const [pior = 'AVAILABLE'] = ['BLOCKED', 'LIMITED'].filter((um) => entities.some((e) => e.can_send_message === um))
  return { can_send_message: pior, entities }
}

/** A template that may not be sent is blocked; one whose readers complain is on its way there. */
function saudeDoModelo({ id, status, quality_score: { score } }: ModeloEmulado) {
  const entidade = { entity_type: 'MESSAGE_TEMPLATE', id }
  if (status !== 'APPROVED') {
    const error_code = status === 'PAUSED' ? 132015 : status === 'DISABLED' ? 132016 : 132001
    return { ...entidade, can_send_message: 'BLOCKED', errors: [{ error_code, ...descricao(error_code) }] }
  }
  if (score !== 'RED' && score !== 'YELLOW') return { ...entidade, can_send_message: 'AVAILABLE' }
  return { ...entidade, can_send_message: 'LIMITED', additional_info: [`The quality of this template is ${score}.`] }
}

function descricao(codigo: number) {
  if (codigo === 131042) {
    return {
      error_description: 'There is an error with the payment method.',
      possible_solution: 'There was an error with your payment method. Please add a new payment method to the account.',
    }
  }
  const { titulo = 'Unknown error', detalhe = '' } = ERROS[codigo] ?? {}
  return { error_description: `${titulo}.`, possible_solution: detalhe }
}

const formatar = (digitos: string) => digitos.replace(/^(55)(\d{2})(\d{4,5})(\d{4})$/, '+$1 $2 $3-$4')
