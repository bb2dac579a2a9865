import { z } from 'zod'
import { consultaPaginada, Id, Instante, Lista, Pagina, ParamsId, Pessoa, texto } from './comum.ts'

/** What people write about a customer for each other: it is never sent, and the engine never reads it. */
export const Anotacao = z.object({
  id: z.int(),
  texto: z.string(),
  autor: Pessoa,
  /** Who was named in it (`@`), and was told. */
  mencoes: z.array(Pessoa),
  /** Shown on top of the conversation. */
  fixada: z.boolean(),
  created_at: Instante,
  /** When its author last wrote it anew; null while it is as it was. */
  editada_em: Instante.nullable(),
})
export type Anotacao = z.infer<typeof Anotacao>

const base = '/api/operador/clientes/:id/anotacoes'
const Texto = texto(1, 1000, 'A anotação')
const Mencoes = z.array(z.int()).max(20, { error: 'Mencione no máximo 20 colegas.' })
const uma = z.object({ id: Id, anotacao: Id })

export const listarAnotacoes = {
  method: 'GET',
  url: base,
  schema: {
    tags: ['anotacoes'],
    summary: 'Lista as anotações sobre um cliente, da mais antiga para a mais nova',
    params: ParamsId,
    response: { 200: Lista(Anotacao) },
  },
} as const

export const criarAnotacao = {
  method: 'POST',
  url: base,
  schema: {
    tags: ['anotacoes'],
    summary: 'Anota algo sobre um cliente, só para a equipe',
    params: ParamsId,
    /** `mencoes`: ids of active operators, who are told at once. */
    body: z.object({ texto: Texto, mencoes: Mencoes.default([]), fixada: z.boolean().default(false) }),
    response: { 201: Anotacao },
  },
} as const

/** `texto` and `mencoes` are its author's to change; whoever may see the customer pins and unpins. */
export const mudarAnotacao = {
  method: 'PATCH',
  url: `${base}/:anotacao`,
  schema: {
    tags: ['anotacoes'],
    summary: 'Muda, fixa ou solta uma anotação',
    params: uma,
    body: z.object({ texto: Texto.optional(), mencoes: Mencoes.optional(), fixada: z.boolean().optional() }),
    response: { 200: Anotacao },
  },
} as const

export const apagarAnotacao = {
  method: 'DELETE',
  url: `${base}/:anotacao`,
  schema: {
    tags: ['anotacoes'],
    summary: 'Apaga uma anotação própria',
    params: uma,
    response: { 200: Lista(Anotacao) },
  },
} as const

/** Who may be named in a note: every active operator but oneself. */
export const listarColegas = {
  method: 'GET',
  url: '/api/operador/colegas',
  schema: {
    tags: ['anotacoes'],
    summary: 'Lista os outros operadores ativos',
    response: { 200: Lista(Pessoa) },
  },
} as const

/** A note that mentions the user. The author chose to share it, so its text is included even if the customer is another operator's. */
export const Mencao = z.object({
  anotacao_id: z.int(),
  cliente: z.object({ id: z.int(), nome: z.string() }),
  texto: z.string(),
  autor: Pessoa,
  created_at: Instante,
  vista_em: Instante.nullable(),
  /** False while the customer is another operator's: the note may be read, but the customer may not be opened. */
  visivel: z.boolean(),
})
export type Mencao = z.infer<typeof Mencao>

export const listarMencoes = {
  method: 'GET',
  url: '/api/operador/mencoes',
  schema: {
    tags: ['anotacoes'],
    summary: 'Lista as anotações em que o operador foi mencionado, da mais nova para a mais antiga',
    querystring: z.object(consultaPaginada(20)),
    /** `novas`: how many of all of them were not seen yet. */
    response: { 200: Pagina(Mencao).extend({ novas: z.int() }) },
  },
} as const

export const verMencoes = {
  method: 'POST',
  url: '/api/operador/mencoes/vistas',
  schema: {
    tags: ['anotacoes'],
    summary: 'Marca menções como vistas',
    /** The notes that were seen; all of them when it is left out. */
    body: z.object({ anotacoes: z.array(z.int()).max(1000).optional() }),
    response: { 200: z.object({ novas: z.int() }) },
  },
} as const
