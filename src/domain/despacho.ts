/** How failed send attempts ended: no answer, no connection, or Meta refused to work for now. */
export const FALHAS_DO_ENVIO = ['sem_resposta', 'sem_conexao', 'recusa'] as const
export type FalhaDoEnvio = (typeof FALHAS_DO_ENVIO)[number]

/** What showed that the database was restored: what this server had sent, what Meta reports, or a person's request. */
export const PORQUES_DA_RETENCAO = ['posicao', 'status', 'pedido'] as const
export type PorqueRetida = (typeof PORQUES_DA_RETENCAO)[number]
