import { z } from 'zod'
import { ORDENS_DE_PROMESSA, ORIGENS_DA_PROMESSA, STATUS_PROMESSA } from '#domain/promessa.ts'
import {
  consultaPaginada,
  Dia,
  DiaDeAgenda,
  Dinheiro,
  DinheiroPositivo,
  Id,
  Instante,
  Lista,
  Motivo,
  Pagina,
  ParamsId,
  Pessoa,
  texto,
} from './comum.ts'

/** What a customer said they would pay, until when, and whether they did. */
export const Promessa = z.object({
  id: z.int(),
  contas: z.array(z.int()),
  valor: Dinheiro,
  /** Recorded on its accounts since it was made. */
  valor_pago: Dinheiro,
  ate: Dia,
  /** The last day on which it may still be kept: two business days after `ate`. */
  limite: Dia,
  status: z.enum(STATUS_PROMESSA),
  origem: z.enum(ORIGENS_DA_PROMESSA),
  observacao: z.string().nullable(),
  motivo: z.string().nullable(),
  autor: Pessoa.nullable(),
  cliente: z.object({ id: z.int(), nome: z.string() }),
  /** Whose customer it is. */
  operador: Pessoa.nullable(),
  created_at: Instante,
  encerrada_em: Instante.nullable(),
})
export type Promessa = z.infer<typeof Promessa>

const base = '/api/operador/clientes/:id/promessas'

export const criarPromessa = {
  method: 'POST',
  url: base,
  schema: {
    tags: ['promessas'],
    summary: 'Registra uma promessa de pagamento de um cliente',
    params: ParamsId,
    body: z.object({
      contas: z
        .array(z.int(), { error: 'Escolha ao menos uma conta.' })
        .min(1, { error: 'Escolha ao menos uma conta.' })
        .max(500),
      ate: DiaDeAgenda,
      /** What is open of them with the charges of `ate`, when left out. */
      valor: DinheiroPositivo.optional(),
      observacao: texto(0, 1000, 'A observação').optional(),
    }),
    response: { 201: Promessa },
  },
} as const

export const listarPromessasDoCliente = {
  method: 'GET',
  url: base,
  schema: {
    tags: ['promessas'],
    summary: 'Lista as promessas de um cliente, da mais nova para a mais antiga',
    params: ParamsId,
    response: { 200: Lista(Promessa) },
  },
} as const

export const cancelarPromessa = {
  method: 'PATCH',
  url: `${base}/:promessa/cancelar`,
  schema: {
    tags: ['promessas'],
    summary: 'Cancela uma promessa pendente',
    params: z.object({ id: Id, promessa: Id }),
    body: z.object({ motivo: Motivo }),
    response: { 200: Promessa },
  },
} as const

const filtros = {
  /** One status, or several with commas. */
  status: z
    .string()
    .transform((escrito) => escrito.split(','))
    .pipe(z.array(z.enum(STATUS_PROMESSA)))
    .optional(),
  /** The day they speak of. */
  de: Dia.optional(),
  ate: Dia.optional(),
  /** The day on which they were kept, judged or cancelled. */
  encerrada_de: Dia.optional(),
  encerrada_ate: Dia.optional(),
  ordenar: z.enum(ORDENS_DE_PROMESSA).default('-ate'),
}
/** `soma`, `soma_paga`: what was promised and what was paid of all that was found. */
const pagina = {
  querystring: z.object({ ...consultaPaginada(20), ...filtros }),
  response: { 200: Pagina(Promessa).extend({ soma: Dinheiro, soma_paga: Dinheiro }) },
}
const planilha = {
  querystring: z.object({ busca: consultaPaginada(20).busca, ...filtros }),
  produces: ['text/csv'],
}

/** Of one's own customers and nobody's; by the day they speak of, the latest first, unless asked otherwise. */
export const listarPromessas = {
  method: 'GET',
  url: '/api/operador/promessas',
  schema: { tags: ['promessas'], summary: 'Lista as promessas dos clientes que se vê', ...pagina },
} as const

export const exportarPromessas = {
  method: 'GET',
  url: '/api/operador/promessas/exportar.csv',
  schema: { tags: ['promessas'], summary: 'Baixa em planilha as promessas dos clientes que se vê', ...planilha },
} as const

export const listarPromessasAdmin = {
  method: 'GET',
  url: '/api/admin/promessas',
  schema: { tags: ['promessas'], summary: 'Lista as promessas de todos os clientes', ...pagina },
} as const

export const exportarPromessasAdmin = {
  method: 'GET',
  url: '/api/admin/promessas/exportar.csv',
  schema: { tags: ['promessas'], summary: 'Baixa em planilha as promessas de todos os clientes', ...planilha },
} as const
