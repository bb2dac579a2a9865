import { z } from 'zod'
import { TEXTO_MAXIMO } from '#domain/arquivo.ts'
import { INTENCOES } from '#domain/intencao-falas.ts'
import { DIRECOES, STATUS_MENSAGEM, TIPOS_MENSAGEM } from '#domain/mensagem.ts'
import { semInvisiveis } from '#domain/texto.ts'
import { consultaPaginada, Dia, Dinheiro, Id, Instante, Lista, Pagina, ParamsId, Pessoa, Vazio } from './comum.ts'

/** What a message of the customer's seems to ask for: the words that say so, and the day and the amount that they name. */
const Dica = z.object({
  intencao: z.enum(INTENCOES),
  trecho: z.string(),
  dia: Dia.nullable(),
  valor: Dinheiro.nullable(),
})

export const Mensagem = z.object({
  id: z.int(),
  conteudo: z.string(),
  direcao: z.enum(DIRECOES),
  tipo: z.enum(TIPOS_MENSAGEM),
  status: z.enum(STATUS_MENSAGEM),
  erro: z.object({ codigo: z.string(), mensagem: z.string() }).nullable(),
  autor: Pessoa.nullable(),
  automatica: z.boolean(),
  midia_url: z.string().nullable(),
  /** Name, type and size in bytes of the file at `midia_url`. */
  arquivo: z.object({ nome: z.string().nullable(), mime: z.string(), tamanho: z.int().nullable() }).nullable(),
  /** The template's type, and the step of the régua it was sent for. */
  modelo: z.string().nullable(),
  passo: z.int().nullable(),
  /** What stood above and below a template's text. */
  partes: z.object({ cabecalho: z.string().nullable(), botoes: z.array(z.string()) }).nullable(),
  /** What the customer did to it: a reaction (an emoji), an edit, a deletion on their side. */
  reacao: z.string().nullable(),
  editada: z.boolean(),
  apagada: z.boolean(),
  /** Hints for whoever reads it; none acts by itself. */
  intencoes: z.array(Dica),
  created_at: Instante,
})
export type Mensagem = z.infer<typeof Mensagem>

const base = '/api/operador/clientes/:id/mensagens'

export const listarMensagens = {
  method: 'GET',
  url: base,
  schema: {
    tags: ['mensagens'],
    summary: 'Lista a conversa com um cliente',
    params: ParamsId,
    querystring: z.object({ antes: Id.optional() }),
    response: { 200: Lista(Mensagem) },
  },
} as const

/** Either free text inside the 24-hour window, or a template outside it. The action decides; 422 names `conteudo`. */
export const enviarMensagem = {
  method: 'POST',
  url: base,
  schema: {
    tags: ['mensagens'],
    summary: 'Envia uma mensagem ou um modelo a um cliente',
    params: ParamsId,
    body: z.object({
      conteudo: z
        .string({ error: 'Escreva a mensagem.' })
        .refine((valor) => !valor.includes('\u0000'), {
          error: 'A mensagem tem um caractere que não pode ser enviado.',
        })
        .refine((valor) => semInvisiveis(valor) !== '', { error: 'Escreva a mensagem.' })
        .max(TEXTO_MAXIMO, { error: 'A mensagem deve ter no máximo 4.096 caracteres.' })
        .optional(),
      template: z.string({ error: 'Escolha um modelo.' }).max(60).optional(),
      /** A message of this conversation whose file goes again, with `conteudo` as what is written under it. */
      arquivo_de: Id.optional(),
      /** A Pix code of this customer, alone in its message: within the window. */
      codigo_id: Id.optional(),
    }),
    response: { 201: Mensagem },
  },
} as const

/**
 * Multipart: `arquivo` (JPEG or PNG up to 5 MB, PDF up to 100 MB, by its bytes), optionally `legenda`. Only inside the
 * 24-hour window.
 */
export const enviarArquivo = {
  method: 'POST',
  url: '/api/operador/clientes/:id/arquivos',
  schema: {
    tags: ['mensagens'],
    summary: 'Envia uma imagem ou um documento a um cliente',
    formulario: { arquivo: 'arquivo', textos: ['legenda'] },
    params: ParamsId,
    response: { 201: Mensagem },
  },
} as const

/** "digitando…" on the customer's side, for 25 seconds or until the message goes; outside the window it does nothing. */
export const digitando = {
  method: 'POST',
  url: '/api/operador/clientes/:id/digitando',
  schema: {
    tags: ['mensagens'],
    summary: 'Mostra ao cliente que alguém está escrevendo',
    params: ParamsId,
    response: { 204: Vazio },
  },
} as const

/** The bytes of a message's picture or document, with headers that keep it from running. */
export const baixarMidia = {
  method: 'GET',
  url: '/api/operador/mensagens/:id/midia',
  schema: {
    tags: ['mensagens'],
    summary: 'Baixa a imagem ou o documento de uma mensagem',
    produces: ['*/*'],
    params: ParamsId,
  },
} as const

/** The same for what numbers of no customer sent, for admins. */
export const baixarMidiaSemCliente = {
  method: 'GET',
  url: '/api/admin/mensagens/:id/midia',
  schema: {
    tags: ['mensagens'],
    summary: 'Baixa a imagem ou o documento de uma mensagem sem cadastro',
    produces: ['*/*'],
    params: ParamsId,
  },
} as const

/** Messages from numbers that belong to no customer, for admins. */
export const mensagensSemCliente = {
  method: 'GET',
  url: '/api/admin/mensagens/sem-cliente',
  schema: {
    tags: ['mensagens'],
    summary: 'Lista as mensagens de números sem cadastro',
    querystring: z.object(consultaPaginada(20)),
    response: { 200: Pagina(Mensagem.extend({ telefone: z.string().nullable() })) },
  },
} as const

export const exportarSemCliente = {
  method: 'GET',
  url: '/api/admin/mensagens/sem-cliente/exportar.csv',
  schema: {
    tags: ['mensagens'],
    summary: 'Baixa em planilha as mensagens de números sem cadastro',
    querystring: mensagensSemCliente.schema.querystring.omit({ page: true, per_page: true }),
    produces: ['text/csv'],
  },
} as const
