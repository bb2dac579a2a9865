/** The shortest password there may be; what would be guessed is refused besides (server/sessao/senha-forte.ts). */
export const MINIMO_DA_SENHA = 10
export const SENHA_CURTA = `A senha deve ter ao menos ${MINIMO_DA_SENHA} caracteres.`
