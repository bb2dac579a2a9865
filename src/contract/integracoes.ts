import { z } from 'zod'
import { ESCOPOS } from '#domain/integracao.ts'
import { Instante, Lista, ParamsId, Pessoa, texto, Vazio } from './comum.ts'

/** A program's way in, without the token itself. */
export const TokenDeAcesso = z.object({
  id: z.int(),
  nome: z.string(),
  escopos: z.array(z.enum(ESCOPOS)),
  autor: Pessoa,
  created_at: Instante,
  expira_em: Instante.nullable(),
  usado_em: Instante.nullable(),
})
export type TokenDeAcesso = z.infer<typeof TokenDeAcesso>

const base = '/api/admin/tokens'
const FORA_DE_FORMA = 'Informe um instante, por exemplo 2027-01-31T23:59:59Z, ou um dia, por exemplo 2027-01-31.'

export const listarTokens = {
  method: 'GET',
  url: base,
  schema: {
    tags: ['integracoes'],
    summary: 'Lista os tokens que dão acesso a outros programas',
    response: { 200: Lista(TokenDeAcesso) },
  },
} as const

export const criarToken = {
  method: 'POST',
  url: base,
  schema: {
    tags: ['integracoes'],
    summary: 'Cria um token; é mostrado só nesta resposta',
    body: z.object({
      nome: texto(1, 80, 'O nome'),
      escopos: z
        .array(z.enum(ESCOPOS, { error: `Escolha entre ${ESCOPOS.join(', ')}.` }), { error: 'Escolha os escopos.' })
        .min(1, { error: 'Escolha ao menos um escopo.' })
        .transform((escopos) => ESCOPOS.filter((um) => escopos.includes(um))),
      /** An instant, or the last day on which it is good. */
      expira_em: z
        .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: FORA_DE_FORMA })
        .nullable()
        .optional(),
    }),
    response: { 201: TokenDeAcesso.extend({ token: z.string() }) },
  },
} as const

export const revogarToken = {
  method: 'DELETE',
  url: `${base}/:id`,
  schema: {
    tags: ['integracoes'],
    summary: 'Revoga um token: deixa de valer na hora',
    params: ParamsId,
    response: { 204: Vazio },
  },
} as const
