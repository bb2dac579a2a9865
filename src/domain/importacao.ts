export const TIPOS_DE_IMPORTACAO = ['csv', 'xml'] as const
export type TipoDeImportacao = (typeof TIPOS_DE_IMPORTACAO)[number]
/** What is imported at all: an operator's customers and accounts, and an administrator's files of banks. */
export const TIPOS_DE_ENVIO = [...TIPOS_DE_IMPORTACAO, 'extrato'] as const
export type TipoDeEnvio = (typeof TIPOS_DE_ENVIO)[number]

/** The largest file of each that is taken, in MiB. A zip may hold 200 MiB of notes stored as they are, and its own headers. */
export const LIMITES_MIB: Readonly<Record<TipoDeEnvio, number>> = { csv: 50, xml: 210, extrato: 50 }

export const SITUACOES_DA_IMPORTACAO = ['processando', 'concluida', 'falhou', 'desfeita'] as const
export type SituacaoDaImportacao = (typeof SITUACOES_DA_IMPORTACAO)[number]

/** What an import notes down of everything it touched, so that it can be taken back. */
export const ENTIDADES_DO_ITEM = ['cliente', 'conta', 'nota', 'cancelamento'] as const
export type EntidadeDoItem = (typeof ENTIDADES_DO_ITEM)[number]
export const ACOES_DO_ITEM = ['criado', 'atualizado'] as const
export type AcaoDoItem = (typeof ACOES_DO_ITEM)[number]
