import { z } from 'zod'
import { MINIMO_DA_SENHA, SENHA_CURTA } from '#domain/senha.ts'
import { PAPEIS } from '#domain/usuario.ts'
import { Instante, Lista, ParamsId, Pessoa, Vazio } from './comum.ts'

export const Usuario = z.object({ id: z.int(), name: z.string(), email: z.string(), role: z.enum(PAPEIS) })
export type Usuario = z.infer<typeof Usuario>

/** Long enough; the server refuses what would be guessed (server/sessao/senha-forte.ts). */
export const Senha = z
  .string({ error: 'A senha é obrigatória.' })
  .min(MINIMO_DA_SENHA, { error: SENHA_CURTA })
  .max(200, { error: 'A senha deve ter no máximo 200 caracteres.' })

export const entrar = {
  method: 'POST',
  url: '/api/login',
  schema: {
    tags: ['sessao'],
    summary: 'Entra com e-mail e senha',
    body: z.object({
      email: z.string({ error: 'Informe o e-mail.' }).trim().min(1, { error: 'Informe o e-mail.' }).max(254),
      password: z.string({ error: 'Informe a senha.' }).min(1, { error: 'Informe a senha.' }).max(200),
      /** The authenticator's code or a recovery code: who has a second factor gets 401 `segundo_fator` without it. */
      codigo: z
        .string()
        .trim()
        .max(40, { error: 'O código deve ter no máximo 40 caracteres.' })
        .transform((codigo) => codigo || undefined)
        .optional(),
    }),
    response: { 200: z.object({ token: z.string(), user: Usuario }) },
  },
} as const

export const sair = {
  method: 'POST',
  url: '/api/logout',
  schema: { tags: ['sessao'], summary: 'Encerra a sessão', response: { 204: Vazio } },
} as const

export const eu = {
  method: 'GET',
  url: '/api/me',
  schema: { tags: ['sessao'], summary: 'Mostra quem está na sessão', response: { 200: z.object({ user: Usuario }) } },
} as const

/** The company's name, shown on the sign-in page and in the top bar; also how the page asks whether the server is there. */
export const empresa = {
  method: 'GET',
  url: '/api/empresa',
  schema: {
    tags: ['sessao'],
    summary: 'Mostra o nome da empresa, e se uma senha esquecida se troca por e-mail',
    response: {
      200: z.object({
        nome: z.string(),
        senha_por_email: z.boolean(),
        /** Where a demonstration's mail is read. */
        emails_em: z.string().nullable(),
      }),
    },
  },
} as const

export const trocarSenha = {
  method: 'PUT',
  url: '/api/me/senha',
  schema: {
    tags: ['sessao'],
    summary: 'Troca a própria senha',
    body: z.object({
      password_atual: z.string({ error: 'Informe a senha atual.' }).min(1).max(200),
      password: Senha,
      password_confirmation: z.string({ error: 'Repita a senha nova.' }),
    }),
    response: { 204: Vazio },
  },
} as const

/** One of the user's own sessions: browser, address, start and last use; `atual` is the one making the call. */
export const SessaoAberta = z.object({
  id: z.int(),
  user: Pessoa,
  navegador: z.string().nullable(),
  ip: z.string().nullable(),
  created_at: Instante,
  usada_em: Instante,
  atual: z.boolean(),
})
export type SessaoAberta = z.infer<typeof SessaoAberta>

export const listarSessoes = {
  method: 'GET',
  url: '/api/me/sessoes',
  schema: {
    tags: ['sessao'],
    summary: 'Lista as próprias sessões abertas, a última usada primeiro',
    response: { 200: Lista(SessaoAberta) },
  },
} as const

export const encerrarSessao = {
  method: 'DELETE',
  url: '/api/me/sessoes/:id',
  schema: { tags: ['sessao'], summary: 'Encerra uma das próprias sessões', params: ParamsId, response: { 204: Vazio } },
} as const

/** Dangerous actions require the password typed within the last 15 minutes: 403 `confirme_a_senha` until then. */
export const confirmarSenha = {
  method: 'POST',
  url: '/api/me/confirmar',
  schema: {
    tags: ['sessao'],
    summary: 'Confirma a própria senha, para o que é perigoso',
    body: z.object({
      password: z.string({ error: 'Informe a senha.' }).min(1, { error: 'Informe a senha.' }).max(200),
    }),
    response: { 204: Vazio },
  },
} as const

/** Server-sent events (`Evento`), for what the user may see. */
export const eventos = {
  method: 'GET',
  url: '/api/eventos',
  schema: {
    tags: ['sessao'],
    summary: 'Avisa, ao vivo, o que mudou (server-sent events)',
    produces: ['text/event-stream'],
  },
} as const
