import { z } from 'zod'
import { ARQUIVOS } from './conteudo.arquivos.ts'
import { lerInterativo } from './conteudo.interativo.ts'
import { RecusaGraph } from './erros.ts'
import { ComponenteEnviado } from './modelos.forma.ts'
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
  'texto' | 'botoes' | 'cabecalho' | 'acoes' | 'midia' | 'modelo' | 'categoria' | 'pede'
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
const Reacao = z.strictObject({ message_id: z.string().min(1), emoji: z.string() })
const Modelo = z.strictObject({
  name: z.string().min(1),
  language: z.strictObject({ code: z.string().min(2), policy: z.literal('deterministic').optional() }),
  components: z.array(ComponenteEnviado).default([]),
})
const texto = z.string().optional()
/** A card to be kept: who it is, by the name as shown and at least one of its parts. */
const Contato = z.strictObject({
  name: z
    .strictObject({
      formatted_name: z.string().min(1),
      first_name: texto,
      last_name: texto,
      middle_name: texto,
      suffix: texto,
      prefix: texto,
    })
    .refine((nome) => Object.values(nome).filter(Boolean).length > 1),
  addresses: z
    .array(
      z.strictObject({
        street: texto,
        city: texto,
        state: texto,
        zip: texto,
        country: texto,
        country_code: texto,
        type: texto,
      }),
    )
    .optional(),
  birthday: z.iso.date().optional(),
  emails: z.array(z.strictObject({ email: texto, type: texto })).optional(),
  org: z.strictObject({ company: texto, department: texto, title: texto }).optional(),
  phones: z.array(z.strictObject({ phone: texto, type: texto, wa_id: texto })).optional(),
  urls: z.array(z.strictObject({ url: texto, type: texto })).optional(),
})
const Lugar = z.strictObject({
  latitude: z.union([z.number(), z.string()]),
  longitude: z.union([z.number(), z.string()]),
  name: z.string().optional(),
  address: z.string().optional(),
})
/** Built once: making a schema costs more than using it. */
const CORPO = {
  text: z.object({ text: Texto }),
  template: z.object({ template: Modelo }),
  reaction: z.object({ reaction: Reacao }),
  location: z.object({ location: Lugar }),
  contacts: z.object({ contacts: z.array(Contato).min(1).max(257) }),
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
      return { ...vazio, ...lerInterativo(pedido) }
    case 'contacts': {
      const { contacts } = parte(pedido, CORPO.contacts)
      return { ...vazio, texto: contacts.map(({ name }) => name.formatted_name).join(', ') }
    }
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
