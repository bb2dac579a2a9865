import { corpoDe, type ModeloEmulado } from './modelos.forma.ts'

/** What Meta's review may find against a template. */
export const MOTIVOS_DE_RECUSA = [
  'ABUSIVE_CONTENT',
  'INCORRECT_CATEGORY',
  'INVALID_FORMAT',
  'PROMOTIONAL',
  'SCAM',
  'TAG_CONTENT_MISMATCH',
] as const
export type MotivoDeRecusa = (typeof MOTIVOS_DE_RECUSA)[number]

interface Achado {
  motivo: MotivoDeRecusa
  reason: string
  recommendation: string
}

/** In the order in which they are looked for. */
const REGRAS: readonly (Achado & { texto: RegExp })[] = [
  {
    motivo: 'INVALID_FORMAT',
    texto: /\}\}\s*\{\{/,
    reason: 'Two parameters are placed next to each other without text or punctuation between them.',
    recommendation: 'Separate the parameters with descriptive text.',
  },
  {
    motivo: 'ABUSIVE_CONTENT',
    texto: /caloteir|vagabund|ladr[ãa]o|sem[- ]vergonha|vamos expor|voc[êe] vai se arrepender/i,
    reason: 'The message threatens or insults who receives it.',
    recommendation: 'Remove threatening or abusive language.',
  },
  {
    motivo: 'SCAM',
    texto: /\bsenha\b|\bcvv\b|n[úu]mero do (seu )?cart[ãa]o/i,
    reason: 'The message asks for sensitive identifiers.',
    recommendation: 'Do not ask for passwords, full card numbers or similar data.',
  },
]

/** What moves a reminder out of `UTILITY`: a promotion, a discount, a push to buy. */
const PROMOCIONAL = /promo[çc]|\boferta|\bdesconto|\bcupom|\baproveite|imperd[ií]vel/i

export const ehPromocional = ({ category, components }: Pick<ModeloEmulado, 'category' | 'components'>): boolean =>
  category === 'UTILITY' && PROMOCIONAL.test(corpoDe(components))

/** Why the review turns it down; null when it passes. `forcado`: somebody wants to see this refusal. */
export function acharRecusa({ components }: ModeloEmulado, forcado: MotivoDeRecusa | null): Achado | null {
  const achado = REGRAS.find(({ texto }) => texto.test(corpoDe(components)))
  if (achado || forcado === null) return achado ?? null
  return {
    motivo: forcado,
    reason: `Reviewed as ${forcado}.`,
    recommendation: 'Edit the template and submit it again.',
  }
}
