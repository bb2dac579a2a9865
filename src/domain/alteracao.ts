/** What an import may ask to be changed at another operator's customer. */
export const CAMPOS_DO_CADASTRO = ['nome', 'telefone', 'email', 'codigo_externo', 'uf', 'municipio'] as const
export const CAMPOS_DA_CONTA = ['valor', 'vencimento'] as const
export const CAMPOS_ALTERADOS = [...CAMPOS_DO_CADASTRO, ...CAMPOS_DA_CONTA, 'cancelamento'] as const
export type CampoAlterado = (typeof CAMPOS_ALTERADOS)[number]
export type CampoDoCadastro = (typeof CAMPOS_DO_CADASTRO)[number]
/** As a sentence names them; each takes "o". */
export const NOMES_DOS_CAMPOS: Record<Exclude<CampoAlterado, 'cancelamento'> | 'documento', string> = {
  nome: 'nome',
  documento: 'documento',
  telefone: 'telefone',
  email: 'e-mail',
  codigo_externo: 'código externo',
  uf: 'estado',
  municipio: 'município',
  valor: 'valor',
  vencimento: 'vencimento',
}

export const SITUACOES_DA_ALTERACAO = ['pendente', 'aplicada', 'descartada'] as const

/**
 * All that an importer hears of other operators' customers: the same whether what the file says differs from what is
 * stored or not, so that nothing of theirs can be learned by trying.
 */
export const ESPERA_ADMINISTRADOR =
  'O arquivo traz clientes de outro operador. Neles só entra o que falta; o que mudaria ou cancelaria algo fica para um administrador decidir.'
