/** What an import may ask to be changed at another operator's customer. */
export const CAMPOS_DO_CADASTRO = ['nome', 'telefone', 'email', 'codigo_externo', 'uf', 'municipio'] as const
export const CAMPOS_DA_CONTA = ['valor', 'vencimento'] as const
export const CAMPOS_ALTERADOS = [...CAMPOS_DO_CADASTRO, ...CAMPOS_DA_CONTA, 'cancelamento'] as const
export type CampoAlterado = (typeof CAMPOS_ALTERADOS)[number]
export type CampoDoCadastro = (typeof CAMPOS_DO_CADASTRO)[number]

export const SITUACOES_DA_ALTERACAO = ['pendente', 'aplicada', 'descartada'] as const

/**
 * All that an importer hears of other operators' customers: the same whether what the file says differs from what is
 * stored or not, so that nothing of theirs can be learned by trying.
 */
export const ESPERA_ADMINISTRADOR =
  'O arquivo traz clientes de outro operador. Neles só entra o que falta; o que mudaria ou cancelaria algo fica para um administrador decidir.'
