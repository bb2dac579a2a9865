/** What a company is called before anybody names it, as its database is made. */
export const EMPRESA_SEM_NOME = 'Minha Empresa'
