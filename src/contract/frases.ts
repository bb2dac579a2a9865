import { z } from 'zod'
import { ATALHO, MAIOR_FRASE } from '#domain/frase.ts'
import { problemasDasVariaveis, VARIAVEIS } from '#domain/modelo.ts'
import { Instante, Lista, ParamsId, texto } from './comum.ts'

/** A text at hand in the composer, called by `/` and its shortcut: one operator's own, or the company's for all. */
export const Frase = z.object({
  id: z.int(),
  atalho: z.string(),
  /** With the variables of templates (`{{primeiro_nome}}`) in their braces. */
  texto: z.string(),
  da_empresa: z.boolean(),
  updated_at: Instante,
})
export type Frase = z.infer<typeof Frase>

const atalho = z
  .string({ error: 'O atalho é obrigatório.' })
  .trim()
  .transform((valor) => valor.replace(/^\//, '').toLowerCase())
  .refine((valor) => ATALHO.test(valor), {
    error: 'Use até 30 letras sem acento, números, traços ou sublinhados, sem espaços.',
  })
const textoDaFrase = texto(1, MAIOR_FRASE, 'O texto').superRefine((valor, contexto) => {
  for (const message of problemasDasVariaveis(valor)) contexto.addIssue({ code: 'custom', message })
})
const corpo = z.object({ atalho, texto: textoDaFrase })

/** The same four calls for one's own and for the company's, which administrators keep. */
const chamadas = <const B extends string, const Q extends string>(base: B, quais: Q) => ({
  listar: {
    method: 'GET',
    url: base,
    schema: { tags: ['frases'], summary: `Lista as frases ${quais}`, response: { 200: Lista(Frase) } },
  } as const,
  criar: {
    method: 'POST',
    url: base,
    schema: { tags: ['frases'], summary: `Guarda uma frase ${quais}`, body: corpo, response: { 201: Frase } },
  } as const,
  mudar: {
    method: 'PUT',
    url: `${base}/:id`,
    schema: {
      tags: ['frases'],
      summary: `Muda uma frase ${quais}`,
      params: ParamsId,
      body: corpo,
      response: { 200: Frase },
    },
  } as const,
  apagar: {
    method: 'DELETE',
    url: `${base}/:id`,
    schema: {
      tags: ['frases'],
      summary: `Apaga uma frase ${quais}`,
      params: ParamsId,
      response: { 200: Lista(Frase) },
    },
  } as const,
})

export const {
  listar: listarMinhasFrases,
  criar: criarMinhaFrase,
  mudar: mudarMinhaFrase,
  apagar: apagarMinhaFrase,
} = chamadas('/api/operador/frases', 'do operador')

export const {
  listar: listarFrasesDaEmpresa,
  criar: criarFraseDaEmpresa,
  mudar: mudarFraseDaEmpresa,
  apagar: apagarFraseDaEmpresa,
} = chamadas('/api/admin/configuracoes/frases', 'da empresa')

/**
 * An operator's own phrases and the company's, filled with the customer's data; the own one wins when shortcuts are
 * equal.
 */
export const frasesDoCliente = {
  method: 'GET',
  url: '/api/operador/clientes/:id/frases',
  schema: {
    tags: ['frases'],
    summary: 'Lista as frases preenchidas com os dados de um cliente',
    params: ParamsId,
    response: {
      200: Lista(
        Frase.extend({
          /** What would be written. */
          conteudo: z.string(),
          /** The variables that this customer's data cannot fill: they stand in `conteudo` as they are. */
          faltam: z.array(z.enum(VARIAVEIS)),
        }),
      ),
    },
  },
} as const
