import { z } from 'zod'
import { consultaPaginada, Instante, Pagina, ParamsId } from './comum.ts'
import { SITUACOES_EVENTO, SituacaoEvento } from './eventos-guardados.ts'

/**
 * A Pix reported by the PSP, by its id. Only what the PSP answers when asked counts. Kept for `eventos_dias` after it
 * was processed.
 */
export const EventoDoPix = z.object({
  id: z.int(),
  end_to_end_id: z.string(),
  /** `sem_efeito`: the PSP does not know it, or it came to another key. */
  situacao: z.enum(SITUACOES_EVENTO),
  /** Why it was set aside, failed for now, or has no effect. */
  motivo: z.string().nullable(),
  tentativas: z.int(),
  recebido_em: Instante,
  processado_em: Instante.nullable(),
})
export type EventoDoPix = z.infer<typeof EventoDoPix>

const eventos = '/api/admin/recebimento/eventos'

const paginaDeEventos = consultaPaginada(20)
const filtrosDeEventos = { busca: paginaDeEventos.busca, situacao: SituacaoEvento.optional() }

export const listarEventosDoPix = {
  method: 'GET',
  url: eventos,
  schema: {
    tags: ['recebimento'],
    summary: 'Lista os Pix que o PSP avisou, e os que não foram processados',
    querystring: z.object({ ...paginaDeEventos, ...filtrosDeEventos }),
    response: { 200: Pagina(EventoDoPix) },
  },
} as const

export const exportarEventosDoPix = {
  method: 'GET',
  url: `${eventos}/exportar.csv`,
  schema: {
    tags: ['recebimento'],
    summary: 'Baixa em planilha os Pix que o PSP avisou',
    querystring: z.object(filtrosDeEventos),
    produces: ['text/csv'],
  },
} as const

/** Safe to repeat: a Pix counts once, however often the PSP is asked of it. */
export const reprocessarEventoDoPix = {
  method: 'POST',
  url: `${eventos}/:id/reprocessar`,
  schema: {
    tags: ['recebimento'],
    summary: 'Pergunta ao PSP por um Pix outra vez',
    params: ParamsId,
    response: { 200: EventoDoPix },
  },
} as const

export const reprocessarEventosDoPix = {
  method: 'POST',
  url: `${eventos}/reprocessar`,
  schema: {
    tags: ['recebimento'],
    summary: 'Pergunta ao PSP outra vez por tudo o que não foi processado',
    response: { 200: z.object({ reprocessados: z.int() }) },
  },
} as const

export const descartarEventoDoPix = {
  method: 'POST',
  url: `${eventos}/:id/descartar`,
  schema: {
    tags: ['recebimento'],
    summary: 'Dá por visto um Pix avisado que não foi processado',
    params: ParamsId,
    response: { 200: EventoDoPix },
  },
} as const
