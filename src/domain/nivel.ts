/** How much an entry of the log matters. Apart from what it can say (log.ts), which no screen begins with. */
export const NIVEIS = ['info', 'aviso', 'erro'] as const
export type Nivel = (typeof NIVEIS)[number]
