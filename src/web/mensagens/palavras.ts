import type { TipoModelo } from '#domain/modelo.ts'

const MODELOS: Record<TipoModelo, string> = {
  lembrete: 'Lembrete',
  vencimento: 'Vencimento',
  atraso: 'Atraso',
  atraso_grave: 'Atraso firme',
  negociacao: 'Negociação',
  parcela: 'Parcela',
  confirmar_pessoa: 'Confirmar a pessoa',
  contestacao: 'Resposta a contestação',
  pagamento: 'Pagamento',
  reengajar: 'Reabrir conversa',
  fora_do_horario: 'Fora do horário',
}
/** A template's type in words. */
export const nomeDoModelo = (tipo: string | null) => (tipo ? (MODELOS[tipo as TipoModelo] ?? tipo) : '')
