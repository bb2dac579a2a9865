/** What is looked at on the machine and in the company's data, in the order in which it is shown. */
export const EXAMES = [
  'versao',
  'discos',
  'banco',
  'segredos',
  'copias',
  'correio',
  'whatsapp',
  'avisos',
  'selos',
  'relogio',
] as const
export type Exame = (typeof EXAMES)[number]

/** `mal` keeps the company from working, or will; `atencao` is for somebody to know. The worst first. */
export const SITUACOES_DO_EXAME = ['mal', 'atencao', 'bem'] as const
export type SituacaoDoExame = (typeof SITUACOES_DO_EXAME)[number]
