import { z } from 'zod'
import { ORDENS_DE_PROMESSA, ORIGENS_DA_PROMESSA, STATUS_PROMESSA } from '#domain/promessa.ts'
import {
  ContasEscolhidas,
  Dia,
  DiaDeAgenda,
  Dinheiro,
  DinheiroPositivo,
  Id,
  Instante,
  Lista,
  listasDosPapeis,
  Motivo,
  ParamsId,
  Pessoa,
  texto,
  UmOuVarios,
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
      contas: ContasEscolhidas,
      ate: DiaDeAgenda,
      /** When omitted: the open amount of the accounts, with the charges of `ate`. */
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

/** By the day they speak of, the latest first, unless asked otherwise. `soma`, `soma_paga`: what was promised and what was paid of all that was found. */
const listas = listasDosPapeis('promessas', {
  rotulo: 'as promessas',
  item: Promessa,
  somas: { soma: Dinheiro, soma_paga: Dinheiro },
  filtros: {
    status: UmOuVarios(STATUS_PROMESSA),
    /** The day they speak of. */
    de: Dia.optional(),
    ate: Dia.optional(),
    /** The day on which they were kept, judged or cancelled. */
    encerrada_de: Dia.optional(),
    encerrada_ate: Dia.optional(),
    ordenar: z.enum(ORDENS_DE_PROMESSA).default('-ate'),
  },
})
export const { listar: listarPromessas, exportar: exportarPromessas } = listas.operador
export const { listar: listarPromessasAdmin, exportar: exportarPromessasAdmin } = listas.admin
