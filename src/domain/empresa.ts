/** What a company is called before anybody names it, as its database is made. */
export const EMPRESA_SEM_NOME = 'Minha Empresa'

/** Real people would be billed for what nobody owes. */
export const DEMONSTRACAO_RECUSADA =
  'A empresa de demonstração não usa a API verdadeira da Meta: os clientes dela são inventados, e os telefones podem ser de alguém. ' +
  'Para a sua empresa, inicie com DEMO=0 em outra pasta (DATA_DIR) ou outro banco (DATABASE_URL).'
