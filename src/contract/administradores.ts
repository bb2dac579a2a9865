import { z } from 'zod'
import { STATUS_USUARIO } from '#domain/usuario.ts'
import { consultaPaginada, Instante, Pagina, ParamsId } from './comum.ts'
import { MudancaDePessoa, NovaPessoa } from './operadores.ts'

export const Administrador = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  status: z.enum(STATUS_USUARIO),
  segundo_fator: z.boolean(),
  ultima_entrada_em: Instante.nullable(),
  created_at: Instante,
})
export type Administrador = z.infer<typeof Administrador>

const url = '/api/admin/administradores'
const { page, per_page, busca } = consultaPaginada(20)

/** `ativos` counts all the active ones, whatever the filters. */
export const listarAdministradores = {
  method: 'GET',
  url,
  schema: {
    tags: ['operadores'],
    summary: 'Lista os administradores',
    querystring: z.object({ page, per_page, busca, status: z.enum(STATUS_USUARIO).optional() }),
    response: { 200: Pagina(Administrador).extend({ ativos: z.int() }) },
  },
} as const

export const exportarAdministradores = {
  method: 'GET',
  url: `${url}/exportar.csv`,
  schema: {
    tags: ['operadores'],
    summary: 'Baixa em planilha os administradores',
    querystring: listarAdministradores.schema.querystring.omit({ page: true, per_page: true }),
    produces: ['text/csv'],
  },
} as const

export const criarAdministrador = {
  method: 'POST',
  url,
  schema: {
    tags: ['operadores'],
    summary: 'Cadastra um administrador',
    body: NovaPessoa,
    response: { 201: Administrador },
  },
} as const

export const verAdministrador = {
  method: 'GET',
  url: `${url}/:id`,
  schema: {
    tags: ['operadores'],
    summary: 'Mostra um administrador',
    params: ParamsId,
    response: { 200: Administrador },
  },
} as const

export const mudarAdministrador = {
  method: 'PUT',
  url: `${url}/:id`,
  schema: {
    tags: ['operadores'],
    summary: 'Muda nome, e-mail ou senha de um administrador',
    params: ParamsId,
    body: MudancaDePessoa,
    response: { 200: Administrador },
  },
} as const

/** The last active one stays: 409 `ultimo_administrador`. Nobody blocks themselves: 409 `proprio_bloqueio`. */
export const bloquearAdministrador = {
  method: 'PATCH',
  url: `${url}/:id/bloquear`,
  schema: {
    tags: ['operadores'],
    summary: 'Bloqueia um administrador',
    params: ParamsId,
    response: { 200: Administrador },
  },
} as const

export const reativarAdministrador = {
  method: 'PATCH',
  url: `${url}/:id/reativar`,
  schema: {
    tags: ['operadores'],
    summary: 'Reativa um administrador',
    params: ParamsId,
    response: { 200: Administrador },
  },
} as const

export const zerarSegundoFatorDoAdministrador = {
  method: 'DELETE',
  url: `${url}/:id/segundo-fator`,
  schema: {
    tags: ['operadores'],
    summary: 'Zera o segundo fator de um administrador que o perdeu e encerra suas sessões',
    params: ParamsId,
    response: { 200: Administrador },
  },
} as const
