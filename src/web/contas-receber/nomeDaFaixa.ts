import type { Faixa } from '#domain/conta.ts'

/** "A vencer", "1–30 dias", "mais de 90 dias". */
export const nomeDaFaixa = (faixa: Faixa) =>
  faixa === 'a_vencer' ? 'A vencer' : faixa === '90+' ? 'mais de 90 dias' : `${faixa.replace('-', '–')} dias`
