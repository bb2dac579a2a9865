const MODELOS: Record<string, string> = {
  lembrete: 'Lembrete',
  vencimento: 'Vencimento',
  atraso: 'Atraso',
  atraso_grave: 'Atraso firme',
  negociacao: 'Negociação',
  parcela: 'Parcela',
  pagamento: 'Pagamento',
  reengajar: 'Reabrir conversa',
  fora_do_horario: 'Fora do horário',
}
/** A template's type in words. */
export const nomeDoModelo = (tipo: string | null) => (tipo ? (MODELOS[tipo] ?? tipo) : '')
