import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Erro } from '#contract/comum.ts'
import { DA_INTEGRACAO } from '#domain/integracao.ts'
import { type Documento, paginaDaApi } from './pagina-da-api.ts'
import type { Routes } from './tipos.ts'

/** What each tag holds, in the order in which the page shows them. */
const ASSUNTOS = {
  sessao: 'Entrar, sair e ouvir o que muda',
  clientes: 'Clientes e seu atendimento',
  mensagens: 'Conversa com o cliente',
  anotacoes: 'Anotações da equipe sobre o cliente',
  frases: 'Frases prontas para escrever ao cliente',
  negociacoes: 'Acordos',
  promessas: 'Promessas',
  contestacoes: 'Contestações',
  bloqueios: 'Listas de não perturbe e autorizações de contato',
  'contas-receber': 'Contas e pagamentos',
  importacoes: 'Importação de planilhas e notas fiscais',
  cobranca: 'Régua e execução da cobrança',
  modelos: 'Modelos de mensagem',
  whatsapp: 'Conexão com o WhatsApp',
  recebimento: 'Pix, PSP e políticas de recebimento',
  conciliacao: 'O que o banco diz que aconteceu, e de quem é',
  configuracao: 'Por quanto tempo os dados são guardados',
  operadores: 'Operadores',
  dashboard: 'Números',
  logs: 'Registros',
  pagina: 'A página do cliente, sem entrar no sistema',
  integracoes: 'Tokens de outros programas, e endereços avisados do que muda',
  integracao: 'O que outros programas fazem, com um token',
}

/** Collects every tagged call into an OpenAPI document, generated from the very schemas that check them. */
export const documentarApi = (app: FastifyInstance) =>
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sistema de Cobrança Automática',
        version: '1.0.0',
        description:
          'Dinheiro em reais com até duas casas; dias AAAA-MM-DD em America/Sao_Paulo; instantes ISO 8601 em UTC. ' +
          'Todo erro traz `message`, uma frase em português; 422 traz `errors` por campo, 409 traz `codigo`.',
      },
      tags: Object.entries(ASSUNTOS).map(([name, description]) => ({ name, description })),
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{ token: [] }],
    },
    hideUntagged: true,
    transform: (documento) => {
      const { schema, url } = jsonSchemaTransform(documento) as { schema: FastifySchema; url: string }
      if (!schema || schema.hide) return { schema, url }
      const { publica } = documento.route.config ?? {}
      const { produces, formulario, ...resto } = schema
      return {
        schema: {
          ...resto,
          ...(publica ? { security: [] } : {}),
          ...(formulario ? { body: corpoDe(formulario, resto.body) } : {}),
          response: { ...(produces ? arquivo(produces) : (schema.response as object)), default: ERRO },
        },
        url,
      }
    },
  })

interface Formulario {
  arquivo: string
  textos: readonly string[]
  opcional?: boolean
}
declare module 'fastify' {
  interface FastifySchema {
    /**
     * A multipart body, which no schema validates: the file's field, and those of text beside it. `opcional`: without a file
     * the call takes its `body` as JSON as well.
     */
    formulario?: Formulario
  }
}

const ERRO = { description: 'O que deu errado, numa frase', ...z.toJSONSchema(Erro) }

const BYTES = { type: 'string', format: 'binary' }
const conteudoDe = (tipo: string) => ({ schema: tipo === 'application/json' ? { type: 'object' } : BYTES })

const arquivo = (tipos: readonly string[]) => ({
  200: { description: 'O conteúdo', content: Object.fromEntries(tipos.map((tipo) => [tipo, conteudoDe(tipo)])) },
})

/** As a form; where its file may be left out, as JSON too. */
const corpoDe = (formulario: Formulario, json: unknown) => ({
  content: {
    ...(formulario.opcional ? { 'application/json': { schema: json } } : {}),
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: formulario.opcional ? [] : [formulario.arquivo],
        properties: {
          [formulario.arquivo]: BYTES,
          ...Object.fromEntries(formulario.textos.map((nome) => [nome, { type: 'string' }])),
        },
      },
    },
  },
})

/** The document for programs, and a page of it for people; both for administrators. */
export const openapiRoutes: Routes = async (app) => {
  app.get('/api/openapi.json', { config: { papel: 'admin' } }, async () => app.swagger())

  app.get('/api/docs', { config: { papel: 'admin' } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(paginaDaApi(app.swagger() as Documento)),
  )
  app.get('/api/docs/integracao', { config: { papel: 'admin' } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(paginaDaApi(daIntegracao(app.swagger() as Documento))),
  )
  app.get(`${DA_INTEGRACAO}openapi.json`, async () => daIntegracao(app.swagger() as Documento))
}

/** What a program's token opens, alone: for whoever writes the program. */
const daIntegracao = (tudo: Documento): Documento => ({
  ...tudo,
  info: { ...tudo.info, title: `${tudo.info.title}: integração` },
  tags: (tudo.tags ?? []).filter(({ name }) => name === 'integracao'),
  paths: Object.fromEntries(Object.entries(tudo.paths ?? {}).filter(([caminho]) => caminho.startsWith(DA_INTEGRACAO))),
})
