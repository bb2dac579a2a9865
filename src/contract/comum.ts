import { z } from 'zod'
import { diaValido } from '#domain/data.ts'
import { emCentavos } from '#domain/dinheiro.ts'
import { UFS } from '#domain/uf.ts'

/** The id of a record, in a path. */
export const Id = z.coerce
  .number({ error: 'O identificador deve ser um número.' })
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
export const ParamsId = z.object({ id: Id })

/** A day that exists, `YYYY-MM-DD`, in the company's calendar. */
export const Dia = z
  .string({ error: 'Informe uma data no formato AAAA-MM-DD.' })
  .refine(diaValido, { error: 'Informe uma data que existe, no formato AAAA-MM-DD.' })
  .meta({ format: 'date' })
/** A plausible day, since the calendar is walked day by day from it: outside these years a digit was mistyped. */
export const DiaDeAgenda = Dia.refine((dia) => dia >= '1990-01-01' && dia <= '2099-12-31', {
  error: 'Confira o ano: deve ser de 1990 a 2099.',
})
/** ISO 8601 in UTC. */
export const Instante = z.string().meta({ format: 'date-time' })
/** Money in responses: reais with at most two decimals. */
export const Dinheiro = z.number()

const reais = z
  .number({ error: 'Informe um valor em reais, por exemplo 1234.56.' })
  .max(9_999_999_999.99, { error: 'O valor é alto demais.' })
  .refine((valor) => Math.abs(valor * 100 - Math.round(valor * 100)) < 1e-4, {
    error: 'Use no máximo duas casas decimais.',
  })
/** Money in requests, above zero: reais in, cents out. */
export const DinheiroPositivo = reais.min(0.01, { error: 'O valor deve ser maior que zero.' }).transform(emCentavos)
/** Money in requests, zero or more: reais in, cents out. */
export const DinheiroNaoNegativo = reais.min(0, { error: 'O valor não pode ser negativo.' }).transform(emCentavos)

/** Money in a query string, as the bound of a list: reais. */
export const DinheiroFiltro = z.coerce
  .string()
  .regex(/^\d{1,10}(\.\d{1,2})?$/, { error: 'Informe um valor em reais, por exemplo 1234.56.' })
  .transform(Number)

/** A text a person typed: trimmed, without NUL, within bounds. `nome` with its article, which says its gender. */
export const texto = (min: number, max: number, nome = 'O texto') => {
  const falta = `${nome} é ${nome.startsWith('A ') ? 'obrigatória' : 'obrigatório'}.`
  return z
    .string({ error: falta })
    .normalize('NFC')
    .trim()
    .refine((valor) => !valor.includes('\u0000'), { error: `${nome} tem um caractere que não pode ser gravado.` })
    .min(min, { error: min === 1 ? falta : `${nome} deve ter ao menos ${min} caracteres.` })
    .max(max, { error: `${nome} deve ter no máximo ${max} caracteres.` })
}

/** A person's e-mail, as typed. */
export const Email = z
  .string({ error: 'Informe o e-mail.' })
  .trim()
  .max(254, { error: 'O e-mail deve ter no máximo 254 caracteres.' })
  .pipe(z.email({ error: 'Informe um e-mail válido, como nome@empresa.com.br.' }))

export const Motivo = texto(3, 500, 'O motivo')

const pagina = z.coerce
  .number({ error: 'A página deve ser um número a partir de 1.' })
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
/** A search text as typed, normalised to NFC as stored texts are. */
export const Busca = z
  .string()
  .max(200)
  .transform((valor) => valor.replaceAll('\u0000', '').normalize('NFC').trim())
  .optional()
/** `?page&per_page&busca`, with the page size of the list as default. */
export const consultaPaginada = (porPagina: number) => ({
  page: pagina.default(1),
  per_page: z.coerce
    .number({ error: 'Informe quantos por página, de 1 a 100.' })
    .int()
    .min(1)
    .max(100)
    .default(porPagina),
  busca: Busca,
})

export const Lista = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item) })
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
/** How many accounts one call may speak of. */
export const CONTAS_DE_UMA_VEZ = 500
export const ContasEscolhidas = z.array(z.int(NENHUMA), NENHUMA).min(1, NENHUMA).max(CONTAS_DE_UMA_VEZ)

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
  const deCada = <const P extends 'operador' | 'admin'>(papel: P, deQuem: string) => {
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
