import { z } from 'zod'
import { RecusaGraph } from './erros.ts'
import { ComponenteEnviado } from './modelos.envio.ts'
import type { Modelos } from './modelos.ts'
import type { MensagemEmulada, MidiaEmulada } from './mundo.ts'
import { lerCorpo } from './pedido.ts'

/** What every send carries, whatever its kind. */
export const Pedido = z.looseObject({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.enum(['individual', 'group']).optional(),
  to: z.string().max(64).optional(),
  recipient: z.string().max(160).optional(),
  type: z.string().default('text'),
  context: z.looseObject({ message_id: z.string().min(1) }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
})
export type Pedido = z.infer<typeof Pedido>

export const Leitura = z.looseObject({
  messaging_product: z.literal('whatsapp'),
  status: z.literal('read'),
  message_id: z.string().min(1),
})

/** What shows on the phone. */
export type Conteudo = Pick<
  MensagemEmulada,
  'texto' | 'botoes' | 'cabecalho' | 'acoes' | 'midia' | 'modelo' | 'categoria'
> & {
  /** Template messages may go outside the window. */
  livre: boolean
  /** A reaction is a mark on this message, not one of its own. */
  reacaoA: string | null
  idioma: string | null
  /** The id of its template, when its messages are held back. */
  retidaPor: string | null
}

/** Inside what is sent every key is Meta's: one that is not, most often misspelt, is refused. */
const Texto = z.strictObject({ body: z.string().min(1).max(4096), preview_url: z.boolean().optional() })
const umSo = ({ id, link }: { id?: string | undefined; link?: string | undefined }) =>
  (id === undefined) !== (link === undefined)
const deArquivo = { id: z.string().min(1).optional(), link: z.url().optional() }
const legenda = { caption: z.string().max(1024).optional() }
/** Only what is seen takes a caption, only a document a name. */
const ARQUIVOS = {
  image: z.strictObject({ ...deArquivo, ...legenda }).refine(umSo),
  video: z.strictObject({ ...deArquivo, ...legenda }).refine(umSo),
  document: z.strictObject({ ...deArquivo, ...legenda, filename: z.string().optional() }).refine(umSo),
  audio: z.strictObject({ ...deArquivo, voice: z.boolean().optional() }).refine(umSo),
  sticker: z.strictObject(deArquivo).refine(umSo),
}
const Reacao = z.strictObject({ message_id: z.string().min(1), emoji: z.string() })
const Modelo = z.strictObject({
  name: z.string().min(1),
  language: z.strictObject({ code: z.string().min(2), policy: z.literal('deterministic').optional() }),
  components: z.array(ComponenteEnviado).default([]),
})
const Lugar = z.strictObject({
  latitude: z.union([z.number(), z.string()]),
  longitude: z.union([z.number(), z.string()]),
  name: z.string().optional(),
  address: z.string().optional(),
})
const unicos = (textos: string[]) => new Set(textos).size === textos.length
const Botoes = z
  .array(
    z.strictObject({
      type: z.literal('reply'),
      reply: z.strictObject({
        id: z
          .string()
          .min(1)
          .max(256)
          .refine((id) => id.trim() === id),
        title: z.string().min(1).max(20),
      }),
    }),
  )
  .min(1)
  .max(3)
  .refine((botoes) => unicos(botoes.map(({ reply }) => reply.id)) && unicos(botoes.map(({ reply }) => reply.title)))
const Secoes = z
  .array(
    z.strictObject({
      title: z.string().max(24).optional(),
      rows: z
        .array(
          z.strictObject({
            id: z.string().min(1).max(200),
            title: z.string().min(1).max(24),
            description: z.string().max(72).optional(),
          }),
        )
        .min(1),
    }),
  )
  .min(1)
  .max(10)
  .refine((secoes) => secoes.flatMap(({ rows }) => rows).length <= 10)
  .refine((secoes) => secoes.length === 1 || secoes.every(({ title }) => title))
const Rotulo = z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(60) })
const Cabecalho = z.union([
  Rotulo,
  z.strictObject({ type: z.literal('image'), image: z.strictObject(deArquivo).refine(umSo) }),
  z.strictObject({ type: z.literal('video'), video: z.strictObject(deArquivo).refine(umSo) }),
  z.strictObject({ type: z.literal('document'), document: ARQUIVOS.document }),
])
const interativo = {
  body: z.strictObject({ text: z.string().min(1).max(1024) }),
  footer: z.strictObject({ text: z.string().max(60) }).optional(),
}
const InterativoComBotoes = z.strictObject({
  ...interativo,
  type: z.literal('button'),
  header: Cabecalho.optional(),
  action: z.strictObject({ buttons: Botoes }),
})
const InterativoComLista = z.strictObject({
  ...interativo,
  type: z.literal('list'),
  header: Rotulo.optional(),
  action: z.strictObject({ button: z.string().min(1).max(20), sections: Secoes }),
})

/** Built once: making a schema costs more than using it. */
const CORPO = {
  text: z.object({ text: Texto }),
  template: z.object({ template: Modelo }),
  reaction: z.object({ reaction: Reacao }),
  location: z.object({ location: Lugar }),
  interactive: z.object({ interactive: z.looseObject({ type: z.enum(['button', 'list']) }) }),
  botoes: z.object({ interactive: InterativoComBotoes }),
  lista: z.object({ interactive: InterativoComLista }),
}

interface Acervo {
  modelos: Modelos
  midia: (id: string) => MidiaEmulada | undefined
}

const vazio = {
  botoes: [],
  midia: null,
  modelo: null,
  categoria: 'service',
  livre: true,
  reacaoA: null,
  idioma: null,
  retidaPor: null,
}

/** Reads the part of a send named by its `type`, with the limits Meta documents for it. */
export function lerConteudo(pedido: Pedido, acervo: Acervo): Conteudo {
  switch (pedido.type) {
    case 'text':
      return { ...vazio, texto: parte(pedido, CORPO.text).text.body }
    case 'template':
      return lerModelo(pedido, acervo.modelos)
    case 'interactive':
      return lerInterativo(pedido)
    case 'image':
    case 'video':
    case 'document':
    case 'audio':
    case 'sticker':
      return lerArquivo(pedido, acervo)
    case 'reaction': {
      const { emoji, message_id } = parte(pedido, CORPO.reaction).reaction
      return { ...vazio, texto: emoji, reacaoA: message_id }
    }
    case 'location': {
      const { location } = parte(pedido, CORPO.location)
      return { ...vazio, texto: location.name ?? `${location.latitude}, ${location.longitude}` }
    }
    default:
      throw new RecusaGraph(131051)
  }
}

const parte = <T extends z.ZodType>(pedido: Pedido, forma: T): z.output<T> => lerCorpo(forma, pedido)

function lerModelo(pedido: Pedido, modelos: Modelos): Conteudo {
  const { template } = parte(pedido, CORPO.template)
  const { name, language, components } = template
  const { modelo, ...mostrado } = modelos.conferirEnvio(name, language.code, components)
  return {
    ...vazio,
    ...mostrado,
    modelo: modelo.name,
    idioma: modelo.language,
    categoria: modelo.category.toLowerCase(),
    livre: false,
    retidaPor: modelo.retido ? modelo.id : null,
  }
}

function lerInterativo(pedido: Pedido): Conteudo {
  const { interactive } = parte(pedido, CORPO.interactive)
  if (interactive.type === 'button') {
    const { body, action } = parte(pedido, CORPO.botoes).interactive
    return {
      ...vazio,
      texto: body.text,
      botoes: action.buttons.map(({ reply }) => ({ texto: reply.title, id: reply.id })),
    }
  }
  const { body, action } = parte(pedido, CORPO.lista).interactive
  const linhas = action.sections.flatMap(({ rows }) => rows)
  return {
    ...vazio,
    texto: body.text,
    botoes: linhas.map(({ id, title, description = '' }) => ({ texto: title, id, linha: description })),
  }
}

const MIME: Record<string, string> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  document: 'application/pdf',
  audio: 'audio/ogg',
  sticker: 'image/webp',
}

type Arquivo = z.infer<typeof ARQUIVOS.document>
const CORPO_DE_ARQUIVO = {
  image: z.object({ image: ARQUIVOS.image }),
  video: z.object({ video: ARQUIVOS.video }),
  document: z.object({ document: ARQUIVOS.document }),
  audio: z.object({ audio: ARQUIVOS.audio }),
  sticker: z.object({ sticker: ARQUIVOS.sticker }),
}

function lerArquivo(pedido: Pedido, { midia }: Acervo): Conteudo {
  const tipo = pedido.type as keyof typeof ARQUIVOS
  const corpo: { [T in typeof tipo]?: Arquivo } = parte(pedido, CORPO_DE_ARQUIVO[tipo])
  const arquivo = corpo[tipo]!
  const guardada = arquivo.id === undefined ? undefined : midia(arquivo.id)
  if (arquivo.id !== undefined && !guardada) {
    throw new RecusaGraph(131009, { detalhe: `Media with ID ${arquivo.id} does not exist.` })
  }
  const nome = arquivo.filename ?? guardada?.nome ?? null
  return {
    ...vazio,
    texto: arquivo.caption ?? '',
    midia: guardada ? { ...guardada, nome } : { id: '', mime: MIME[pedido.type]!, nome: nome ?? arquivo.link ?? null },
  }
}
