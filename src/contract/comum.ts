import { z } from 'zod'
import { diaValido } from '#domain/data.ts'
import { emCentavos, emReais, formatarReais, VALOR_MAXIMO_CENTAVOS } from '#domain/dinheiro.ts'
import { semInvisiveis } from '#domain/texto.ts'
import { UFS } from '#domain/uf.ts'
import type { Papel } from '#domain/usuario.ts'

/**
 * A whole number as an address writes it: in figures alone. `Number` would also read `1e3`, `0x10`, `true` and a space, and
 * somebody's slip would find another record.
 */
const emAlgarismos = (ate: number, error: string) =>
  z
    .preprocess(
      (valor) => (typeof valor === 'string' && /^\d{1,16}$/.test(valor) ? Number(valor) : valor),
      z.int({ error }).min(1, { error }).max(ate, { error }),
    )
    .meta({ type: 'integer', minimum: 1, maximum: ate })

/** The id of a record, in a path. */
export const Id = emAlgarismos(Number.MAX_SAFE_INTEGER, 'O identificador deve ser um número.')
export const ParamsId = z.object({ id: Id })

/** A day that exists, `YYYY-MM-DD`, in the company's calendar. */
export const Dia = z
  .string({ error: 'Informe uma data no formato AAAA-MM-DD.' })
  .refine(diaValido, { error: 'Informe uma data que existe, no formato AAAA-MM-DD.' })
  .meta({ format: 'date' })
export const Hora = z
  .string({ error: 'Informe a hora como HH:MM.' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Informe a hora como HH:MM.' })
/** A plausible day, since the calendar is walked day by day from it: outside these years a digit was mistyped. */
export const deAgenda = (dia: string) => dia >= '1990-01-01' && dia <= '2099-12-31'
export const FORA_DA_AGENDA = { error: 'Confira o ano: deve ser de 1990 a 2099.' }
export const DiaDeAgenda = Dia.refine(deAgenda, FORA_DA_AGENDA)
/** ISO 8601 in UTC. */
export const Instante = z.string().meta({ format: 'date-time' })
/** Money in responses: reais with at most two decimals. */
export const Dinheiro = z.number()

const reais = z
  .number({ error: 'Informe um valor em reais, por exemplo 1234.56.' })
  .max(emReais(VALOR_MAXIMO_CENTAVOS), { error: `O valor passa de ${formatarReais(VALOR_MAXIMO_CENTAVOS)}.` })
  .refine((valor) => Math.abs(valor * 100 - Math.round(valor * 100)) < 1e-4, {
    error: 'Use no máximo duas casas decimais.',
  })
/** Money in requests, above zero: reais in, cents out. */
export const DinheiroPositivo = reais.min(0.01, { error: 'O valor deve ser maior que zero.' }).transform(emCentavos)
/** Money in requests, zero or more: reais in, cents out. */
export const DinheiroNaoNegativo = reais.min(0, { error: 'O valor não pode ser negativo.' }).transform(emCentavos)

const PERCENTUAL = 'Informe um percentual de 0 a 100, com no máximo duas casas decimais.'
export const Percentual = z
  .number({ error: PERCENTUAL })
  .min(0, { error: PERCENTUAL })
  .max(100, { error: PERCENTUAL })
  .refine((valor) => Math.abs(valor * 100 - Math.round(valor * 100)) < 1e-6, { error: PERCENTUAL })

/** Money in a query string, as the bound of a list: reais. */
export const DinheiroFiltro = z.coerce
  .string()
  .regex(/^\d{1,10}(\.\d{1,2})?$/, { error: 'Informe um valor em reais, por exemplo 1234.56.' })
  .transform(Number)

/**
 * A text a person typed: trimmed, without NUL, within bounds, of which the lower counts only what can be seen. `nome` with its
 * article, which says its gender.
 */
export const texto = (min: number, max: number, nome = 'O texto') => {
  const falta = `${nome} é ${nome.startsWith('A ') ? 'obrigatória' : 'obrigatório'}.`
  const longo = `${nome} deve ter no máximo ${max} caracteres.`
  return z
    .string({ error: ({ input }) => (input == null ? falta : `${nome} deve ser um texto.`) })
    .trim()
    .max(max * COMPOSTO_DE, { error: longo, abort: true })
    .normalize('NFC')
    .trim()
    .refine((valor) => !valor.includes('\u0000'), { error: `${nome} tem um caractere que não pode ser gravado.` })
    .refine((valor) => [...semInvisiveis(valor)].length >= min, {
      error: min === 1 ? falta : `${nome} deve ter ao menos ${min} caracteres.`,
    })
    .max(max, { error: longo })
}

/** NFC makes one letter of up to four. It takes the square of a row of accents in time, minutes for a body of them alone. */
export const COMPOSTO_DE = 4

/** A person's e-mail, as typed. */
export const Email = z
  .string({ error: 'Informe o e-mail.' })
  .trim()
  .max(254, { error: 'O e-mail deve ter no máximo 254 caracteres.' })
  .pipe(z.email({ error: 'Informe um e-mail válido, como nome@empresa.com.br.' }))

export const Motivo = texto(3, 500, 'O motivo')

const pagina = emAlgarismos(Number.MAX_SAFE_INTEGER, 'A página deve ser um número a partir de 1.')
/** A search text as typed, normalised to NFC as stored texts are. */
export const Busca = z
  .string()
  .max(200)
  .transform((valor) => valor.replaceAll('\u0000', '').normalize('NFC').trim())
  .optional()
/** `?page&per_page&busca`, with the page size of the list as default. */
export const consultaPaginada = (porPagina: number) => ({
  page: pagina.prefault(1),
  per_page: emAlgarismos(100, 'Informe quantos por página, de 1 a 100.').prefault(porPagina),
  busca: Busca,
})

export const Lista = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item) })
/** `total` counts every page; `last_page` is 1 where nothing was found. */
export const Pagina = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    current_page: z.int(),
    last_page: z.int(),
    per_page: z.int(),
    total: z.int(),
  })

/** `true` for `?campo=1` or `?campo=true`. */
export const Sim = z
  .enum(['0', '1', 'true', 'false'])
  .default('0')
  .transform((valor) => valor === '1' || valor === 'true')

/** In an address: one of these, or several with commas. */
export const UmOuVarios = <const V extends readonly string[]>(valores: V) =>
  z
    .string()
    .transform((escrito) => escrito.split(','))
    .pipe(z.array(z.enum(valores)))
    .optional()

const NENHUMA = { error: 'Escolha ao menos uma conta.' }
const NAO_E_CONTA = { error: 'Informe o id de cada conta como número, por exemplo [12, 15].' }
/** How many accounts one call may speak of. */
export const CONTAS_DE_UMA_VEZ = 500
export const ContasEscolhidas = z.array(z.int(NAO_E_CONTA), NENHUMA).min(1, NENHUMA).max(CONTAS_DE_UMA_VEZ)

export const Pessoa = z.object({ id: z.int(), name: z.string() })

export const Erro = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  codigo: z.string().optional(),
})

/**
 * A list and its spreadsheet for both roles: an operator gets the customers they see, an administrator everybody's.
 * `item` is the row, `somas` the totals of all rows found, `filtros` the filters of both.
 */
export function listasDosPapeis<
  const N extends string,
  I extends z.ZodType,
  S extends z.ZodRawShape,
  F extends z.ZodRawShape,
>(nome: N, { rotulo, item, somas, filtros }: { rotulo: string; item: I; somas: S; filtros: F }) {
  const deCada = <const P extends Papel>(papel: P, deQuem: string) => {
    const url = `/api/${papel}/${nome}` as const
    const tags = [nome]
    return {
      listar: {
        method: 'GET',
        url,
        schema: {
          tags,
          summary: `Lista ${rotulo} ${deQuem}`,
          querystring: z.object({ ...consultaPaginada(20), ...filtros }),
          response: { 200: Pagina(item).extend(somas) },
        },
      },
      exportar: {
        method: 'GET',
        url: `${url}/exportar.csv`,
        schema: {
          tags,
          summary: `Baixa em planilha ${rotulo} ${deQuem}`,
          querystring: z.object({ busca: consultaPaginada(20).busca, ...filtros }),
          produces: ['text/csv'],
        },
      },
    } as const
  }
  return { operador: deCada('operador', 'dos clientes que se vê'), admin: deCada('admin', 'de todos os clientes') }
}

/** Nothing in the body: 204. */
export const Vazio = z.undefined()

export const SEM_ESTADO = 'Informe a sigla do estado, por exemplo AM.'
/** A state as people write it, `am` too. */
export const Estado = z
  .string({ error: SEM_ESTADO })
  .trim()
  .toUpperCase()
  .pipe(z.enum(UFS, { error: SEM_ESTADO }))

/** The version that a change was written upon, where it has a number or not: 409 `versao_antiga` when another is in use by then. */
export const SeVersao = z.int({ error: 'Informe o número da versão.' }).optional()
export const SeVersaoDita = z.string().max(100).optional()
