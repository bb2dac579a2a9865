import { z } from 'zod'
import { STATUS_CLIENTE } from '#domain/cliente.ts'
import { FORMATOS_DO_DOSSIE } from '#domain/dossie.ts'
import { ATRASOS, ORDENS_CLIENTE, TELEFONES } from '#domain/lista-de-clientes.ts'
import { FAIXAS_DE_TENTATIVAS } from '#domain/tentativas.ts'
import { Cliente } from './clientes.ts'
import { Busca, consultaPaginada, Dinheiro, DinheiroFiltro, Id, Motivo, Pagina, ParamsId } from './comum.ts'
import { ClienteDetalhado } from './ficha.ts'

const admin = '/api/admin/clientes'

/** Parameters shared by the administrator's list, its spreadsheet and its mass actions. */
const filtrosAdmin = {
  busca: consultaPaginada(20).busca,
  status: z.enum(STATUS_CLIENTE).optional(),
  operador_id: z.union([z.literal('nenhum'), Id]).optional(),
  atraso: z.enum(ATRASOS).optional(),
  chamadas: z.enum(FAIXAS_DE_TENTATIVAS).optional(),
  telefone: z.enum(TELEFONES).optional(),
  valor_min: DinheiroFiltro.optional(),
  valor_max: DinheiroFiltro.optional(),
}
const ordenar = { ordenar: z.enum(ORDENS_CLIENTE).default(ORDENS_CLIENTE[0]) }
/** Who a mass action is for: these, or everyone whom the filters find. */
const alvo = {
  ids: z.array(z.int()).min(1, { error: 'Escolha ao menos um cliente.' }).max(1000).optional(),
  filtro: z.object(filtrosAdmin).optional(),
}

export const clientesAdmin = {
  method: 'GET',
  url: admin,
  schema: {
    tags: ['clientes'],
    summary: 'Lista todos os clientes',
    querystring: z.object({ ...consultaPaginada(20), ...filtrosAdmin, ...ordenar }),
    response: { 200: Pagina(Cliente).extend({ soma: Dinheiro.nullable() }) },
  },
} as const

export const clientesPorStatus = {
  method: 'GET',
  url: `${admin}/por-status/:status`,
  schema: {
    tags: ['clientes'],
    summary: 'Lista os clientes de uma situação',
    params: z.object({ status: z.string() }),
    querystring: z.object({ ...consultaPaginada(20), ...filtrosAdmin, ...ordenar }).omit({ status: true }),
    response: { 200: Pagina(Cliente).extend({ soma: Dinheiro.nullable() }) },
  },
} as const

export const exportarClientes = {
  method: 'GET',
  url: `${admin}/exportar.csv`,
  schema: {
    tags: ['clientes'],
    summary: 'Baixa em planilha todos os clientes que os filtros acham',
    querystring: z.object({ ...filtrosAdmin, ...ordenar }),
    produces: ['text/csv'],
  },
} as const

/** How many customers there are in each status, whatever the filters: the tabs of the admin's list. */
export const contagemClientes = {
  method: 'GET',
  url: `${admin}/contagem`,
  schema: {
    tags: ['clientes'],
    summary: 'Conta os clientes de cada situação',
    response: { 200: z.record(z.enum(STATUS_CLIENTE), z.int()) },
  },
} as const

export const verClienteAdmin = {
  method: 'GET',
  url: `${admin}/:id`,
  schema: {
    tags: ['clientes'],
    summary: 'Mostra um cliente ao administrador',
    params: ParamsId,
    response: { 200: ClienteDetalhado },
  },
} as const

export const transferirCliente = {
  method: 'POST',
  url: `${admin}/:id/transferir`,
  schema: {
    tags: ['clientes'],
    summary: 'Passa um cliente a outro operador, ou a ninguém',
    params: ParamsId,
    body: z.object({ operador_id: z.int({ error: 'Informe o operador, ou nulo para deixar sem dono.' }).nullable() }),
    response: { 200: Cliente },
  },
} as const

export const transferirClientes = {
  method: 'POST',
  url: `${admin}/transferir`,
  schema: {
    tags: ['clientes'],
    summary: 'Passa vários clientes a um operador, ou a ninguém',
    body: z
      .object({
        operador_id: z.int({ error: 'Informe o operador, ou nulo para deixar sem dono.' }).nullable(),
        ...alvo,
      })
      .refine(({ ids, filtro }) => ids !== undefined || filtro !== undefined, {
        path: ['ids'],
        error: 'Escolha ao menos um cliente.',
      }),
    response: { 200: z.object({ transferidos: z.int() }) },
  },
} as const

export const distribuirClientes = {
  method: 'POST',
  url: `${admin}/distribuir`,
  schema: {
    tags: ['clientes'],
    summary: 'Reparte os clientes sem dono entre operadores',
    body: z.object({
      operadores: z
        .array(z.int(), { error: 'Escolha ao menos um operador.' })
        .min(1, { error: 'Escolha ao menos um operador.' })
        .max(500),
      status: z.enum(STATUS_CLIENTE).optional(),
      busca: Busca,
      ...alvo,
    }),
    response: { 200: z.object({ distribuidos: z.int() }) },
  },
} as const

/** LGPD: erases personal fields and message texts; keeps money, dates and the opt-out's hash. */
export const anonimizarCliente = {
  method: 'POST',
  url: `${admin}/:id/anonimizar`,
  schema: {
    tags: ['clientes'],
    summary: 'Apaga os dados pessoais de um cliente (LGPD)',
    params: ParamsId,
    body: z.object({ motivo: Motivo }),
    response: { 200: Cliente },
  },
} as const

/** Everything that proves what happened with a customer; the file's SHA-256 goes into the log. */
export const dossieCliente = {
  method: 'GET',
  url: `${admin}/:id/dossie`,
  schema: {
    tags: ['clientes'],
    summary: 'Monta o dossiê de um cliente: JSON para conferir, PDF para ler',
    params: ParamsId,
    querystring: z.object({ formato: z.enum(FORMATOS_DO_DOSSIE).default('json') }),
    produces: ['application/json', 'application/pdf'],
  },
} as const

/** LGPD: all that is held about one customer, as JSON. */
export const dadosCliente = {
  method: 'GET',
  url: `${admin}/:id/dados`,
  schema: {
    tags: ['clientes'],
    summary: 'Exporta tudo o que se guarda de um cliente (LGPD)',
    params: ParamsId,
    response: { 200: z.record(z.string(), z.unknown()) },
  },
} as const
