import { z } from 'zod'
import {
  consultaPaginada,
  Dia,
  DiaDeAgenda,
  Instante,
  Lista,
  Motivo,
  Pagina,
  ParamsId,
  Sim,
  texto,
  Vazio,
} from './comum.ts'

/** A phone that a list says is not to be contacted. */
const Bloqueio = z.object({
  id: z.int(),
  /** In its canonical form, E.164 where it is a Brazilian mobile. */
  telefone: z.string(),
  origem: z.string(),
  registrado_em: Dia,
  /** The first day on which it counts. */
  vale_de: Dia,
  /** Who has this phone. */
  clientes: z.array(z.object({ id: z.int(), nome: z.string() })),
})
export type Bloqueio = z.infer<typeof Bloqueio>

const url = '/api/admin/bloqueios'
const consulta = z.object({ ...consultaPaginada(20), origem: z.string().max(100).optional() })

export const listarBloqueios = {
  method: 'GET',
  url,
  schema: {
    tags: ['bloqueios'],
    summary: 'Lista os telefones das listas de não perturbe',
    querystring: consulta,
    response: {
      200: Pagina(Bloqueio).extend({
        listas: z.array(z.object({ origem: z.string(), telefones: z.int(), importada_em: Instante })),
      }),
    },
  },
} as const

export const exportarBloqueios = {
  method: 'GET',
  url: `${url}/exportar.csv`,
  schema: {
    tags: ['bloqueios'],
    summary: 'Baixa em planilha os telefones das listas de não perturbe',
    querystring: consulta.omit({ page: true, per_page: true }),
    produces: ['text/csv'],
  },
} as const

const Importados = z.object({
  total_linhas: z.int(),
  importados: z.int(),
  atualizados: z.int(),
  /** Rows that say again what was known. */
  ignorados: z.int(),
  /** Phones that the lists no longer name. */
  removidos: z.int(),
  origens: z.array(z.string()),
  /** Customers with something open whom these lists keep from being written to, now or once they count; the first twenty. */
  silenciados: z.int(),
  clientes: z.array(z.object({ id: z.int(), nome: z.string(), vale_de: Dia })),
  total_erros: z.int(),
  erros: z.array(z.object({ linha: z.int(), campo: z.string(), mensagem: z.string() })),
})
export type BloqueiosImportados = z.infer<typeof Importados>

export const importarBloqueios = {
  method: 'POST',
  url: `${url}/importar`,
  schema: {
    tags: ['bloqueios'],
    summary: 'Importa listas de não perturbe; com simular=1 só diz quem deixaria de ser cobrado',
    formulario: { arquivo: 'csv_file', textos: ['simular'] },
    querystring: z.object({ simular: Sim }),
    response: { 200: Importados },
  },
} as const

export const apagarBloqueio = {
  method: 'DELETE',
  url: `${url}/:id`,
  schema: {
    tags: ['bloqueios'],
    summary: 'Tira um telefone de uma lista de não perturbe',
    params: ParamsId,
    body: z.object({ motivo: Motivo }),
    response: { 204: Vazio },
  },
} as const

const Autorizacao = z.object({
  id: z.int(),
  origem: z.string(),
  texto: z.string(),
  em: Dia,
  autor: z.object({ id: z.int(), name: z.string() }).nullable(),
  created_at: Instante,
})

export const autorizarContato = {
  method: 'POST',
  url: '/api/admin/clientes/:id/autorizacoes',
  schema: {
    tags: ['bloqueios'],
    summary: 'Registra que o cliente autorizou o contato, apesar de uma lista de não perturbe',
    params: ParamsId,
    body: z.object({
      origem: texto(1, 100, 'A origem'),
      texto: texto(1, 1000, 'O texto'),
      em: DiaDeAgenda,
    }),
    response: { 201: Autorizacao },
  },
} as const

export const listarAutorizacoes = {
  method: 'GET',
  url: '/api/admin/clientes/:id/autorizacoes',
  schema: {
    tags: ['bloqueios'],
    summary: 'Lista o que o cliente autorizou, apesar de listas de não perturbe',
    params: ParamsId,
    response: {
      /** `vale`: it is about the phone that the customer has now. */
      200: Lista(Autorizacao.extend({ vale: z.boolean() })),
    },
  },
} as const
