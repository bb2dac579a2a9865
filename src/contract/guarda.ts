import { z } from 'zod'
import { DIAS_DOS_EVENTOS, MESES_DA_GUARDA } from '#domain/guarda.ts'
import { Dia } from './comum.ts'

const url = '/api/admin/configuracoes/guarda'

const prazo = ({ min, max }: { min: number; max: number }, unidade: string) => {
  const error = `Informe um número inteiro de ${min} a ${max} ${unidade}, ou deixe vazio.`
  return z.int({ error }).min(min, { error }).max(max, { error }).nullable()
}
/** For how many months to keep what no debt, money or open case needs; null: for ever. `eventos_dias`: null is 30 days. */
const prazos = {
  mensagens_meses: prazo(MESES_DA_GUARDA, 'meses'),
  arquivos_meses: prazo(MESES_DA_GUARDA, 'meses'),
  clientes_meses: prazo(MESES_DA_GUARDA, 'meses'),
  eventos_dias: prazo(DIAS_DOS_EVENTOS, 'dias'),
}
export const Guarda = z.object({
  ...prazos,
  /** The last day that is done with: all that was due had been erased, or the erasing was to begin a day later. */
  feita_em: Dia.nullable(),
})
export type Guarda = z.infer<typeof Guarda>

/**
 * Counts of one kind: what would be erased, what is as old but stays, and the day before which both lie. Each is counted
 * up to 100,000.
 */
const Previa = z.object({ antes_de: Dia, apagaria: z.int(), ficaria: z.int() }).nullable()

export const verGuarda = {
  method: 'GET',
  url,
  schema: {
    tags: ['configuracao'],
    summary: 'Mostra por quanto tempo os dados são guardados',
    response: { 200: Guarda },
  },
} as const

/** Omitted fields stay. Nothing is erased before the next day. */
export const mudarGuarda = {
  method: 'PUT',
  url,
  schema: {
    tags: ['configuracao'],
    summary: 'Muda por quanto tempo os dados são guardados',
    body: z.object(prazos).partial(),
    response: { 200: Guarda },
  },
} as const

const digitado = (quanto: ReturnType<typeof prazo>) => z.coerce.number().pipe(quanto.unwrap()).optional()
export const preverGuarda = {
  method: 'GET',
  url: `${url}/previa`,
  schema: {
    tags: ['configuracao'],
    summary: 'Conta o que estes prazos apagariam hoje, sem apagar nada',
    querystring: z.object({
      mensagens_meses: digitado(prazos.mensagens_meses),
      arquivos_meses: digitado(prazos.arquivos_meses),
      clientes_meses: digitado(prazos.clientes_meses),
      eventos_dias: digitado(prazos.eventos_dias),
    }),
    response: {
      200: z.object({
        mensagens: Previa,
        /** `bytes`: the total size of those counted. */
        arquivos: z.object({ ...Previa.unwrap().shape, bytes: z.int() }).nullable(),
        clientes: Previa,
        eventos: Previa,
      }),
    },
  },
} as const
