import { z } from 'zod'
import { Instante, Vazio } from './comum.ts'

const url = '/api/me/segundo-fator'
/** Six digits of the authenticator, or a recovery code; spaces and dashes do not matter. */
const Codigo = z
  .string({ error: 'Informe o código.' })
  .trim()
  .min(1, { error: 'Informe o código.' })
  .max(40, { error: 'O código deve ter no máximo 40 caracteres.' })

export const SituacaoDoSegundoFator = z.object({
  ativo: z.boolean(),
  ativado_em: Instante.nullable(),
  codigos_restantes: z.int(),
})
export type SituacaoDoSegundoFator = z.infer<typeof SituacaoDoSegundoFator>

export const verSegundoFator = {
  method: 'GET',
  url,
  schema: {
    tags: ['sessao'],
    summary: 'Mostra o próprio segundo fator, sem o segredo',
    response: { 200: SituacaoDoSegundoFator },
  },
} as const

/** `segredo` in base32; `otpauth` its address; `qr` that address as a picture, a `data:` address. */
export const iniciarSegundoFator = {
  method: 'POST',
  url,
  schema: {
    tags: ['sessao'],
    summary: 'Faz o segredo do segundo fator, que passa a valer quando um código o confirma',
    response: { 201: z.object({ segredo: z.string(), otpauth: z.string(), qr: z.string() }) },
  },
} as const

export const confirmarSegundoFator = {
  method: 'POST',
  url: `${url}/confirmar`,
  schema: {
    tags: ['sessao'],
    summary: 'Liga o segundo fator com um código e dá, uma vez só, dez códigos de recuperação',
    body: z.object({ codigo: Codigo }),
    response: { 200: z.object({ codigos: z.array(z.string()) }) },
  },
} as const

export const desativarSegundoFator = {
  method: 'DELETE',
  url,
  schema: {
    tags: ['sessao'],
    summary: 'Desliga o próprio segundo fator, com a senha e um código',
    body: z.object({
      password: z.string({ error: 'Informe a senha.' }).min(1, { error: 'Informe a senha.' }).max(200),
      codigo: Codigo,
    }),
    response: { 204: Vazio },
  },
} as const
