import { type Exame, SITUACOES_DO_EXAME, type SituacaoDoExame } from '#domain/saude.ts'

/** One thing that was looked at. */
export interface Achado {
  situacao: SituacaoDoExame
  /** Whole Portuguese sentences: what is so, and what to do. Never a secret. */
  frase: string
}

export interface AchadoDoExame extends Achado {
  exame: Exame
}

export const bem = (frase: string): Achado => ({ situacao: 'bem', frase })
export const atencao = (frase: string): Achado => ({ situacao: 'atencao', frase })
export const mal = (frase: string): Achado => ({ situacao: 'mal', frase })

const SINAIS = { bem: '✔', atencao: '!', mal: '✖' }

/** For the terminal: one line each, the worst last, where they are noticed, and a summary. */
export function laudo(achados: readonly Achado[]): string[] {
  const quantos = (qual: SituacaoDoExame) => achados.filter(({ situacao }) => situacao === qual).length
  const linhas = SITUACOES_DO_EXAME.toReversed().flatMap((qual) =>
    achados.filter(({ situacao }) => situacao === qual).map(({ frase }) => `${SINAIS[qual]} ${frase}`),
  )
  const fim =
    quantos('mal') + quantos('atencao') === 0
      ? 'Está tudo bem.'
      : `${quantos('mal')} a resolver, ${quantos('atencao')} de atenção, ${quantos('bem')} bem.`
  return [...linhas, '', fim]
}
