import { z } from 'zod'
import { TIPOS_DE_EVENTO } from '#domain/entrada.ts'
import { consultaPaginada, Instante, Pagina, ParamsId } from './comum.ts'
import { SITUACOES_EVENTO, SituacaoEvento } from './eventos-guardados.ts'

/** One event that Meta reported, as stored; kept for `eventos_dias` after it was processed. */
export const EventoWhatsapp = z.object({
  id: z.int(),
  tipo: z.enum(TIPOS_DE_EVENTO),
  /** `sem_efeito`: about another account or number, or written in a group; kept and shown, and nothing follows from it. */
  situacao: z.enum(SITUACOES_EVENTO),
  /** Why it was set aside, failed for now, or has no effect. */
  motivo: z.string().nullable(),
  tentativas: z.int(),
  /** Whom it is about: digits of a phone or a Meta id. */
  contato: z.string().nullable(),
  meta_em: Instante.nullable(),
  recebido_em: Instante,
  processado_em: Instante.nullable(),
})
export type EventoWhatsapp = z.infer<typeof EventoWhatsapp>
/** Includes Meta's original text. */
export const EventoWhatsappInteiro = EventoWhatsapp.extend({ conteudo: z.unknown() })

const eventos = '/api/admin/whatsapp/eventos'

const paginaDeEventos = consultaPaginada(20)
const filtrosDeEventos = {
  busca: paginaDeEventos.busca,
  situacao: SituacaoEvento.optional(),
  tipo: z.enum(TIPOS_DE_EVENTO, { error: 'Este tipo de evento não existe.' }).optional(),
}

export const listarEventos = {
  method: 'GET',
  url: eventos,
  schema: {
    tags: ['whatsapp'],
    summary: 'Lista o que a Meta avisou, e o que não foi processado',
    querystring: z.object({ ...paginaDeEventos, ...filtrosDeEventos }),
    response: { 200: Pagina(EventoWhatsapp) },
  },
} as const

export const exportarEventos = {
  method: 'GET',
  url: `${eventos}/exportar.csv`,
  schema: {
    tags: ['whatsapp'],
    summary: 'Baixa em planilha o que a Meta avisou, sem o conteúdo',
    querystring: z.object(filtrosDeEventos),
    produces: ['text/csv'],
  },
} as const

export const verEvento = {
  method: 'GET',
  url: `${eventos}/:id`,
  schema: {
    tags: ['whatsapp'],
    summary: 'Mostra um evento da Meta por inteiro',
    params: ParamsId,
    response: { 200: EventoWhatsappInteiro },
  },
} as const

/** Safe to repeat: what an event did once it does not do again. */
export const reprocessarEvento = {
  method: 'POST',
  url: `${eventos}/:id/reprocessar`,
  schema: {
    tags: ['whatsapp'],
    summary: 'Processa um evento da Meta outra vez',
    params: ParamsId,
    response: { 200: EventoWhatsappInteiro },
  },
} as const

export const reprocessarEventos = {
  method: 'POST',
  url: `${eventos}/reprocessar`,
  schema: {
    tags: ['whatsapp'],
    summary: 'Processa outra vez tudo o que não foi processado',
    response: { 200: z.object({ reprocessados: z.int() }) },
  },
} as const

export const descartarEvento = {
  method: 'POST',
  url: `${eventos}/:id/descartar`,
  schema: {
    tags: ['whatsapp'],
    summary: 'Dá por visto um evento que não foi processado',
    params: ParamsId,
    response: { 200: EventoWhatsappInteiro },
  },
} as const
