/** Attempts since the customer last replied, paid or came back to the engine, as customers are filtered by them. */
export const FAIXAS_DE_TENTATIVAS = ['0', '1-2', '3+'] as const
export type FaixaDeTentativas = (typeof FAIXAS_DE_TENTATIVAS)[number]

/** The least and the most that a band's word says; `ate` is null where there is no most. */
export function limitesDe(faixa: FaixaDeTentativas): { de: number; ate: number | null } {
  const [de = 0, ate = de] = faixa.split('-').map((parte) => Number.parseInt(parte, 10))
  return { de, ate: faixa.endsWith('+') ? null : ate }
}

/** Where a person should look: the badge, the cards and the lists count from here. */
export const MUITAS_TENTATIVAS = limitesDe('3+').de
export const EM_PALAVRAS = `${MUITAS_TENTATIVAS} tentativas ou mais`
