/** By how late the oldest account is, in days. */
export const ATRASOS = ['com_atraso', 'sem_atraso', '1-30', '31-60', '61-90', '90+'] as const
export type Atraso = (typeof ATRASOS)[number]

/** `sem_celular`: no phone, or none that can be on WhatsApp by default. */
export const TELEFONES = ['sem_celular'] as const

/** What an administrator's list may be ordered by; the first is how it opens. `-`: the most, or the last letter, first. */
export const ORDENS_CLIENTE = [
  '-atraso',
  'atraso',
  '-valor',
  'valor',
  'nome',
  '-nome',
  '-chamadas',
  'chamadas',
] as const
export type OrdemCliente = (typeof ORDENS_CLIENTE)[number]

/** How far a search counts: whoever finds more is told "or more", and narrows it. */
export const MAIS_ACHADOS_DA_BUSCA = 5_000

/** A word of fewer letters is looked for where words begin, of more anywhere. */
export const LETRAS_EM_QUALQUER_PARTE = 3
