import { z } from 'zod'
import { STATUS_USUARIO } from '#domain/usuario.ts'
import { consultaPaginada, Dinheiro, Email, Instante, Pagina, ParamsId, texto } from './comum.ts'
import { Senha } from './sessao.ts'

export const Operador = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  status: z.enum(STATUS_USUARIO),
  segundo_fator: z.boolean(),
  contatos_mes: z.int(),
  clientes_vinculados: z.int(),
  clientes_em_atendimento: z.int(),
  acordos_ativos: z.int(),
  valor_recebido_mes: Dinheiro,
  ultima_entrada_em: Instante.nullable(),
  created_at: Instante,
})
export type Operador = z.infer<typeof Operador>

/** Somebody who will work here, with a first password that another person typed. */
export const NovaPessoa = z.object({
  name: texto(1, 120, 'O nome'),
  email: Email,
  password: Senha,
  password_confirmation: z.string({ error: 'Repita a senha.' }),
})
/** Only what is sent changes. */
export const MudancaDePessoa = NovaPessoa.extend({ password_confirmation: z.string() }).partial()

const { page, per_page, busca } = consultaPaginada(20)
const filtros = { busca, status: z.enum(STATUS_USUARIO).optional() }

/** `ativos` counts all the active ones, whatever the filters. */
export const listarOperadores = {
  method: 'GET',
  url: '/api/admin/operadores',
  schema: {
    tags: ['operadores'],
    summary: 'Lista os operadores',
    querystring: z.object({ page, per_page, ...filtros }),
    response: { 200: Pagina(Operador).extend({ ativos: z.int() }) },
  },
} as const

export const exportarOperadores = {
  method: 'GET',
  url: '/api/admin/operadores/exportar.csv',
  schema: {
    tags: ['operadores'],
    summary: 'Baixa em planilha os operadores que os filtros acham',
    querystring: z.object(filtros),
    produces: ['text/csv'],
  },
} as const

export const criarOperador = {
  method: 'POST',
  url: '/api/admin/operadores',
  schema: {
    tags: ['operadores'],
    summary: 'Cadastra um operador',
    body: NovaPessoa,
    response: { 201: Operador },
  },
} as const

export const verOperador = {
  method: 'GET',
  url: '/api/admin/operadores/:id',
  schema: { tags: ['operadores'], summary: 'Mostra um operador', params: ParamsId, response: { 200: Operador } },
} as const

export const mudarOperador = {
  method: 'PUT',
  url: '/api/admin/operadores/:id',
  schema: {
    tags: ['operadores'],
    summary: 'Muda nome, e-mail ou senha de um operador',
    params: ParamsId,
    body: MudancaDePessoa,
    response: { 200: Operador },
  },
} as const

export const bloquearOperador = {
  method: 'PATCH',
  url: '/api/admin/operadores/:id/bloquear',
  schema: {
    tags: ['operadores'],
    summary: 'Bloqueia um operador e libera seus clientes',
    params: ParamsId,
    response: { 200: Operador },
  },
} as const

export const reativarOperador = {
  method: 'PATCH',
  url: '/api/admin/operadores/:id/reativar',
  schema: { tags: ['operadores'], summary: 'Reativa um operador', params: ParamsId, response: { 200: Operador } },
} as const

export const zerarSegundoFatorDoOperador = {
  method: 'DELETE',
  url: '/api/admin/operadores/:id/segundo-fator',
  schema: {
    tags: ['operadores'],
    summary: 'Zera o segundo fator de um operador que o perdeu e encerra suas sessões',
    params: ParamsId,
    response: { 200: Operador },
  },
} as const
