import { z } from 'zod'
import { VARIAVEL } from '#domain/variavel.ts'
import { RecusaGraph } from './erros.ts'

const STATUS = [
  'PENDING',
  'APPROVED',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'PENDING_DELETION',
  'ARCHIVED',
] as const
export type StatusModelo = (typeof STATUS)[number]
export const StatusModelo = z.enum(STATUS)

const maiuscula = z.string().transform((texto) => texto.toUpperCase())
const Botao = z.looseObject({
  type: maiuscula,
  text: z.string().min(1).max(25).optional(),
  url: z.string().max(2000).optional(),
  example: z.union([z.array(z.string()), z.string()]).optional(),
  payment_setting: z.looseObject({ type: z.string() }).optional(),
})
const Componente = z.looseObject({
  type: maiuscula,
  format: maiuscula.optional(),
  text: z.string().optional(),
  buttons: z.array(Botao).min(1).max(10).optional(),
  example: z
    .looseObject({
      body_text: z.array(z.array(z.string())).optional(),
      body_text_named_params: z.array(z.looseObject({ param_name: z.string(), example: z.string() })).optional(),
      header_text: z.array(z.string()).optional(),
      header_text_named_params: z.array(z.looseObject({ param_name: z.string(), example: z.string() })).optional(),
      header_handle: z.array(z.string()).optional(),
    })
    .optional(),
})
export type Componente = z.infer<typeof Componente>

/** Case counts, and `pt` alone is none. */
const LINGUAS =
  'af sq ar az bn bg ca hr cs da nl en et fil fi fr ka de el gu ha he hi hu id ga it ja kn kk ko lo lv lt mk ms ml mr ' +
  'nb fa pl pa ro ru sr sk sl es sw sv ta te th tr uk ur uz vi zu'
const SO_COM_REGIAO = 'pt rw ky zh'
const IDIOMA = new RegExp(
  `^(?:${LINGUAS.replaceAll(' ', '|')}|(?:${[LINGUAS, SO_COM_REGIAO].join(' ').replaceAll(' ', '|')})_[A-Z]{2})$`,
)

export const NovoModelo = z.looseObject({
  name: z.string().min(1),
  language: z.string().regex(IDIOMA),
  category: maiuscula.pipe(z.enum(['UTILITY', 'MARKETING', 'AUTHENTICATION'])),
  parameter_format: maiuscula.pipe(z.enum(['POSITIONAL', 'NAMED'])).default('POSITIONAL'),
  display_format: z.literal('ORDER_DETAILS').optional(),
  components: z.array(Componente).min(1),
})

/** What the account has of payments in messages: terms accepted, and the button that is being rolled out. */
export interface PagamentosDaConta {
  pagamentos: boolean
  pedidosDePagamento: boolean
}

export interface ModeloEmulado {
  id: string
  name: string
  language: string
  category: string
  status: StatusModelo
  parameter_format: string
  display_format?: 'ORDER_DETAILS' | undefined
  components: Componente[]
  rejected_reason: string
  quality_score: { score: string; date: number }
  /** Pacing: accepted and held back. */
  retido?: boolean
  /** Pauses so far: the third ends it. */
  pausas?: number
  /** When it was last edited while approved; business clock. */
  editadoEm?: number
}

export const LIMITE_DO_CORPO = 1024
export { VARIAVEL }
export const variaveisDe = (texto: string) => [...texto.matchAll(VARIAVEL)].map(([, nome]) => nome!)
export const corpoDe = (componentes: Componente[]) => componentes.find(({ type }) => type === 'BODY')?.text ?? ''

/** Creation and edition say what is wrong to whoever reads it at a screen. */
export const recusaDeCriacao = (subcodigo: number, titulo: string, mensagem: string) =>
  new RecusaGraph(100, { subcodigo, titulo: 'Invalid parameter', paraPessoa: { titulo, mensagem } })

const Arquivo = z.looseObject({ id: z.string().min(1).optional(), link: z.url().optional() })
const Legado = z.looseObject({ fallback_value: z.string() })
const Parametro = z.strictObject({
  type: z.string().default('text'),
  text: z.string().max(32_768).optional(),
  parameter_name: z.string().optional(),
  payload: z.string().max(256).optional(),
  coupon_code: z.string().optional(),
  currency: Legado.optional(),
  date_time: Legado.optional(),
  image: Arquivo.optional(),
  video: Arquivo.optional(),
  document: Arquivo.optional(),
  location: z.looseObject({}).optional(),
  action: z.looseObject({}).optional(),
})
export const ComponenteEnviado = z.strictObject({
  type: z.string(),
  sub_type: z.string().optional(),
  index: z.union([z.string(), z.number()]).optional(),
  parameters: z.array(Parametro).default([]),
})
export type ComponenteEnviado = z.infer<typeof ComponenteEnviado>
export type Parametro = z.infer<typeof Parametro>
