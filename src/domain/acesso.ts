/** How long a session may stay unused: hours. */
export const OCIOSA_MINIMA_H = 1
export const OCIOSA_MAXIMA_H = 12

/** For how long a typed password authorises dangerous actions. */
export const CONFIRMACAO_VALE_MS = 15 * 60_000

/** Why a live session is refused, and what its user has to do to continue. */
export const PENDENCIAS = {
  troque_a_senha: 'Esta senha foi escolhida por outra pessoa. Troque-a por uma só sua, em Minha conta, para continuar.',
  ative_o_segundo_fator: 'A empresa exige o segundo fator. Ative-o em Minha conta para continuar.',
} as const
export type Pendencia = keyof typeof PENDENCIAS

export const CONFIRME_A_SENHA = 'confirme_a_senha'

interface Entrada {
  senhaDeOutro: boolean
  temSegundoFator: boolean
  exigirTroca: boolean
  exigirSegundoFator: boolean
}

/** What keeps a person who signed in from going on, or null: the password first, since the factor is set up with it. */
export function pendenciaDe({
  senhaDeOutro,
  temSegundoFator,
  exigirTroca,
  exigirSegundoFator,
}: Entrada): Pendencia | null {
  if (exigirTroca && senhaDeOutro) return 'troque_a_senha'
  return exigirSegundoFator && !temSegundoFator ? 'ative_o_segundo_fator' : null
}
