import { z } from 'zod'
import { MUNICIPIO_MAXIMO, UFS } from '#domain/uf.ts'
import { Dia, DiaDeAgenda, Estado, Hora, SeVersaoDita, texto } from './comum.ts'

const Horas = z
  .object({ inicio: Hora, fim: Hora }, { error: 'Informe início e fim, ou null quando não há contato.' })
  .refine(({ inicio, fim }) => inicio < fim, { error: 'O fim precisa ser depois do início.', path: ['fim'] })

/** When a state's law lets a debtor be contacted, in the customer's own time; null: no contact on those days. */
const LinhaDaLei = z.object({
  uf: z.enum(UFS),
  semana: z.object({ inicio: z.string(), fim: z.string() }).nullable(),
  sabado: z.object({ inicio: z.string(), fim: z.string() }).nullable(),
  fonte: z.string(),
  conferido_em: Dia,
  ativo: z.boolean(),
})
export type LinhaDaLei = z.infer<typeof LinhaDaLei>

const FeriadoLocal = z.object({ dia: Dia, uf: z.enum(UFS).nullable(), municipio: z.string().nullable() })
export type FeriadoLocal = z.infer<typeof FeriadoLocal>

/** A row per state, and the days without sending of states and towns; a state without one keeps the company's hours. */
export const ContatoLegal = z.object({
  data: z.array(LinhaDaLei),
  feriados: z.array(FeriadoLocal),
  /** Changes with any of it. */
  versao: z.string().optional(),
})
export type ContatoLegal = z.infer<typeof ContatoLegal>

const url = '/api/admin/configuracoes/contato-legal'

export const verContatoLegal = {
  method: 'GET',
  url,
  schema: {
    tags: ['cobranca'],
    summary: 'Mostra os horários de contato de cada estado, com as fontes, e os feriados locais',
    response: { 200: ContatoLegal },
  },
} as const

/** Omitted lists stay; a list that is sent replaces the stored one. */
export const mudarContatoLegal = {
  method: 'PUT',
  url,
  schema: {
    tags: ['cobranca'],
    summary: 'Muda os horários de contato dos estados e os feriados locais',
    body: z.object({
      se_versao: SeVersaoDita,
      data: z
        .array(
          z.object({
            uf: Estado,
            semana: Horas.nullable(),
            sabado: Horas.nullable(),
            fonte: texto(3, 500, 'A fonte'),
            conferido_em: DiaDeAgenda,
            ativo: z.boolean({ error: 'Informe true ou false.' }).default(true),
          }),
        )
        .max(UFS.length)
        .optional(),
      feriados: z
        .array(
          z
            .object({
              dia: DiaDeAgenda,
              uf: Estado.nullable().default(null),
              municipio: texto(1, MUNICIPIO_MAXIMO, 'O município').nullable().default(null),
            })
            .refine(({ uf, municipio }) => municipio === null || uf !== null, {
              error: 'Informe também o estado: há municípios de mesmo nome.',
              path: ['uf'],
            }),
        )
        .max(2000)
        .optional(),
    }),
    response: { 200: ContatoLegal },
  },
} as const
