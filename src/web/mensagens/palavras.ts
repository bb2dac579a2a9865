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
/** A step of the cadence as people say it: D−3, D0, D+5. */
export const nomeDoPasso = (dias: number | null) =>
  dias === null ? '' : dias === 0 ? 'D0' : dias > 0 ? `D+${dias}` : `D−${-dias}`
