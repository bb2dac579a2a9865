import { z } from 'zod'
import { endToEndIdValido } from '#domain/movimento.ts'
import { cortar, limparTexto } from '#domain/texto.ts'

/*
 * The Banco Central's Pix API as PSPs answer it, only the parts that we use: unknown fields are ignored, unknown statuses
 * stay strings, and each PSP's own name for the copia e cola is accepted.
 */

const Valor = z.string().regex(/^\d{1,10}\.\d{2}$/)
/** In this century: Pix is not older, and a later date is a mistake. */
const Instante = z.iso.datetime({ offset: true }).regex(/^20/)
/** Text from the payer or the payer's bank, cleaned because the database does not take every character. */
const Escrito = z.string().transform((texto) => cortar(limparTexto(texto), 300))

export const TokenPix = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().catch(300),
})

export const CobrancaPix = z.object({
  txid: z.string(),
  status: z.string(),
  revisao: z.number().int().optional(),
  location: z.string().optional(),
  loc: z.object({ location: z.string().optional() }).optional(),
  pixCopiaECola: z.string().optional(),
  brcode: z.string().optional(),
  textoImagemQRcode: z.string().optional(),
  valor: z.object({ original: Valor }),
})

const Parte = z.object({ valor: Valor }).optional()
const Devolucao = z.object({
  id: z.string(),
  rtrId: z.string().optional(),
  valor: Valor,
  natureza: z.string().optional(),
  status: z.string(),
  horario: z.object({ solicitacao: Instante.optional(), liquidacao: Instante.optional() }).optional(),
})

export const PixRecebido = z.object({
  endToEndId: z.string().refine(endToEndIdValido),
  txid: z.string().max(35).transform(limparTexto).optional(),
  valor: Valor,
  componentesValor: z
    .object({ original: Parte, multa: Parte, juros: Parte, abatimento: Parte, desconto: Parte })
    .optional(),
  chave: z.string().optional(),
  horario: Instante,
  infoPagador: Escrito.optional(),
  pagador: z.object({ nome: Escrito.optional(), cpf: Escrito.optional(), cnpj: Escrito.optional() }).optional(),
  /** A list in the API's schema, a single object in its first example. */
  devolucoes: z.union([z.array(Devolucao), Devolucao.transform((uma) => [uma])]).optional(),
})
export type PixRecebido = z.infer<typeof PixRecebido>

/** More would be a walk without an end. */
const MAIS_PAGINAS = 10_000

/** Each Pix is parsed by itself (`PixRecebido`), so that an unreadable one does not lose the others. */
export const PaginaDePix = z.object({
  parametros: z.object({
    paginacao: z.object({ quantidadeDePaginas: z.number().int().max(MAIS_PAGINAS) }),
  }),
  pix: z.array(z.unknown()).default([]),
})

/** One that is of another shape is left out, and loses none of the others. */
const dito = <T extends z.ZodType>(esquema: T) => esquema.optional().catch(undefined)

/** RFC 7807, or whatever else a PSP sends instead. */
export const ProblemaDoPsp = z.object({
  type: dito(z.string()),
  title: dito(z.string()),
  detail: dito(z.string()),
  mensagem: dito(z.string()),
  message: dito(z.string()),
  error_description: dito(z.string()),
  erros: dito(z.array(z.object({ mensagem: z.string() }))),
  violacoes: dito(z.array(z.object({ razao: z.string().optional(), propriedade: z.string().optional() }))),
})
