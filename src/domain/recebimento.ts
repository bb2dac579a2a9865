/** Of whom it is asked, before a first message about a debt, whether the phone is theirs. */
export const CONFIRMAR_PESSOA = ['nunca', 'cpf', 'sempre'] as const
export type ConfirmarPessoa = (typeof CONFIRMAR_PESSOA)[number]

/** Whether the payment provider answers with what is written. */
export const SITUACOES_DO_PSP = ['conectado', 'erro'] as const
