import { z } from 'zod'
import { Vazio } from './comum.ts'
import { Senha } from './sessao.ts'

/** Always 204, so that it does not reveal which e-mails exist; 404 where the company has no mail server. */
export const esquecerSenha = {
  method: 'POST',
  url: '/api/senha/esqueci',
  schema: {
    tags: ['sessao'],
    summary: 'Pede, por e-mail, um link para definir uma senha nova',
    body: z.object({
      email: z.string({ error: 'Informe o e-mail.' }).trim().min(1, { error: 'Informe o e-mail.' }).max(254, {
        error: 'O e-mail deve ter no máximo 254 caracteres.',
      }),
    }),
    response: { 204: Vazio },
  },
} as const

/** Ends every session of its person and opens none; the second factor stays. */
export const definirSenhaNova = {
  method: 'POST',
  url: '/api/senha/nova',
  schema: {
    tags: ['sessao'],
    summary: 'Define uma senha nova com o link recebido por e-mail',
    body: z.object({
      token: z.string({ error: 'Abra esta página pelo link do e-mail.' }).max(200, {
        error: 'Abra esta página pelo link do e-mail.',
      }),
      password: Senha,
      password_confirmation: z.string({ error: 'Repita a senha nova.' }).max(200),
    }),
    response: { 204: Vazio },
  },
} as const
