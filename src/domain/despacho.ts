/** How tries that came to nothing ended: no answer, no connection, or an answer that it does not work now. */
export const FALHAS_DO_ENVIO = ['sem_resposta', 'sem_conexao', 'recusa'] as const
export type FalhaDoEnvio = (typeof FALHAS_DO_ENVIO)[number]

/** By what it was known that the database was restored: what this server had sent, what Meta tells, or somebody's word. */
export const PORQUES_DA_RETENCAO = ['posicao', 'status', 'pedido'] as const
export type PorqueRetida = (typeof PORQUES_DA_RETENCAO)[number]
