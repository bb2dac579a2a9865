import { z } from 'zod'
import { ESCOPOS, EVENTOS_DE_INTEGRACAO, STATUS_DA_ENTREGA } from '#domain/integracao.ts'
import {
  consultaPaginada,
  deAgenda,
  FORA_DA_AGENDA,
  Id,
  Instante,
  Lista,
  Pagina,
  ParamsId,
  Pessoa,
  texto,
  Vazio,
} from './comum.ts'

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
        .refine((quando) => deAgenda(quando.slice(0, 10)), FORA_DA_AGENDA)
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

/** Somebody to be told, by POST, of what changes. */
export const Webhook = z.object({
  id: z.int(),
  url: z.string(),
  eventos: z.array(z.enum(EVENTOS_DE_INTEGRACAO)),
  autor: Pessoa,
  created_at: Instante,
  /** Waiting, and set aside after three days. */
  pendentes: z.int(),
  separadas: z.int(),
  entregue_em: Instante.nullable(),
  /** Why nothing can be sent to it, as a sentence. */
  erro: z.string().nullable(),
})
export type Webhook = z.infer<typeof Webhook>

/** The delivery of one event to one webhook: its result, without its content. */
export const Entrega = z.object({
  id: z.int(),
  evento_id: z.int(),
  tipo: z.enum(EVENTOS_DE_INTEGRACAO),
  cliente_id: z.int(),
  status: z.enum(STATUS_DA_ENTREGA),
  tentativas: z.int(),
  http: z.int().nullable(),
  erro: z.string().nullable(),
  created_at: Instante,
  tentada_em: Instante.nullable(),
  /** When it is sent next, while it is pending. */
  proxima_em: Instante.nullable(),
  entregue_em: Instante.nullable(),
})
export type Entrega = z.infer<typeof Entrega>

const webhooks = '/api/admin/webhooks'

export const listarWebhooks = {
  method: 'GET',
  url: webhooks,
  schema: {
    tags: ['integracoes'],
    summary: 'Lista os endereços avisados do que muda',
    response: { 200: Lista(Webhook) },
  },
} as const

export const criarWebhook = {
  method: 'POST',
  url: webhooks,
  schema: {
    tags: ['integracoes'],
    summary: 'Passa a avisar um endereço; o segredo que assina é mostrado só nesta resposta',
    body: z.object({
      url: texto(1, 2_000, 'O endereço'),
      eventos: z
        .array(z.enum(EVENTOS_DE_INTEGRACAO, { error: `Escolha entre ${EVENTOS_DE_INTEGRACAO.join(', ')}.` }), {
          error: 'Escolha os eventos.',
        })
        .min(1, { error: 'Escolha ao menos um evento.' })
        .transform((eventos) => EVENTOS_DE_INTEGRACAO.filter((um) => eventos.includes(um))),
    }),
    /** `segredo`: `whsec_…`, as Standard Webhooks writes it. */
    response: { 201: Webhook.extend({ segredo: z.string() }) },
  },
} as const

export const removerWebhook = {
  method: 'DELETE',
  url: `${webhooks}/:id`,
  schema: {
    tags: ['integracoes'],
    summary: 'Deixa de avisar um endereço; o que esperava não é mais enviado',
    params: ParamsId,
    response: { 204: Vazio },
  },
} as const

export const testarWebhook = {
  method: 'POST',
  url: `${webhooks}/:id/testar`,
  schema: {
    tags: ['integracoes'],
    summary: 'Manda agora um aviso de teste, e diz como foi',
    params: ParamsId,
    response: {
      200: z.object({ entregue: z.boolean(), http: z.int().nullable(), erro: z.string().nullable(), ms: z.int() }),
    },
  },
} as const

export const listarEntregas = {
  method: 'GET',
  url: `${webhooks}/:id/entregas`,
  schema: {
    tags: ['integracoes'],
    summary: 'Lista as entregas a um endereço, as mais novas primeiro',
    params: ParamsId,
    querystring: z.object({
      ...consultaPaginada(20),
      status: z.enum(STATUS_DA_ENTREGA, { error: 'Informe pendente, entregue ou separada.' }).optional(),
    }),
    response: { 200: Pagina(Entrega) },
  },
} as const

export const repetirEntrega = {
  method: 'POST',
  url: `${webhooks}/:id/entregas/:entrega/repetir`,
  schema: {
    tags: ['integracoes'],
    summary: 'Manda uma entrega de novo, já',
    params: z.object({ id: Id, entrega: Id }),
    response: { 200: Entrega },
  },
} as const
