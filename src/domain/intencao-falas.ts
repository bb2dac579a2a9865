import { FALAS_DE_PAGAMENTO } from './falas-de-pagamento.ts'
import { FALAS_DE_RECUSA } from './falas-de-recusa.ts'
import type { Fala, Padrao } from './padrao.ts'

export const INTENCOES = [
  'paga_em',
  'ja_paguei',
  'nao_sou_eu',
  'nao_reconheco',
  'quer_parcelar',
  'sem_condicoes',
  'pede_codigo',
  'pede_pessoa',
  'parar',
  'agradece',
] as const
export type Intencao = (typeof INTENCOES)[number]

/**
 * What people say for each hint, in plain words (`fala.ts` has already read "vc", "ñ", "amnh", "300 conto"), in the notation of
 * `padrao.ts`, and what takes it back (`menos`) wherever it stands in the same piece of the message.
 */
export const FALAS: Record<Intencao, Fala> = { ...FALAS_DE_PAGAMENTO, ...FALAS_DE_RECUSA }

/** Said, and meant otherwise: nothing of such a message is taken at its word. */
export const IRONIA: readonly Padrao[] = [
  'so que nao',
  '(no|nos|em) (seu|teu|seus|teus) sonho*',
  'vai sonhando',
  'dia de sao nunca',
  '(31|30) de fevereiro',
  'chover dinheiro',
  'quando … (mundial|galinha|porco voar|vaca|boi voar|inferno congelar)',
  '(nem morto|nem a pau|nem ferrando|nem amarrad*|nem que a vaca|nem pensar)',
  'parabens pelo (otimo|excelente|belo)',
  '(ate) parece que',
  '(sqn)',
]

/** What they or we said before: told, not meant. */
export const RELATO: readonly Padrao[] = [
  '(voce|voces|atendente|moca|moco|mensagem|menina|rapaz|ela|ele|colega|gerente|vendedor*|sistema|aplicativo) … (disse|disseram|falou|falaram|diz|dizem|escreveu|escreveram|mandou dizendo|avisou|avisaram|prometeu|prometeram|garantiu|informou|informaram|combinou|combinaram)',
  '(mensagem|recado|aviso) (dizendo|diz|dizia|que diz|que dizia|falando)',
  'nao (disse|falei|prometi|combinei|escrevi)',
  'eu (tinha dito|nunca disse|nao disse|nao falei)',
]
