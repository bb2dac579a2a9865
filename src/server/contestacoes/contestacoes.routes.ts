import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contrato from '#contract/contestacoes.ts'
import { diaDe } from '#domain/data.ts'
import { exigirVisivel } from '#server/clientes/destinatario.queries.ts'
import type { Trx } from '#server/db/schema.ts'
import { umaVez } from '#server/http/idempotencia.ts'
import { enviarCsv } from '#server/http/planilha.ts'
import type { Routes } from '#server/http/tipos.ts'
import { servirArquivo } from '#server/mensagens/midia.queries.ts'
import { autorDe } from '#server/sessao/autor.ts'
import { type Anexo, receberAnexo } from './arquivo.ts'
import * as actions from './contestacoes.actions.ts'
import { arquivoDa, contestacoesDe, listar, verContestacao } from './contestacoes.queries.ts'
import { contestacoesEmCsv } from './planilha.queries.ts'

/** Long: the calls, one after the other. */
export const contestacoesRoutes: Routes = async (app, servicos) => {
  await app.register(multipart)
  const { db, relogio, armazem } = servicos
  const autor = (request: FastifyRequest) => autorDe(request, servicos)
  const visao = (operadorId?: number) => ({ db, hoje: diaDe(relogio.agora()), operadorId })
  const planilha = (reply: FastifyReply, ...busca: Parameters<typeof contestacoesEmCsv>) =>
    enviarCsv(reply, `contestacoes-${diaDe(relogio.agora())}.csv`).send(Readable.from(contestacoesEmCsv(...busca)))
  /** What a form brought, until its call is answered. */
  const anexos = new WeakMap<FastifyRequest, Anexo>()

  app.route({
    ...contrato.criarContestacao,
    async preValidation(request) {
      if (!request.isMultipart()) return
      const { corpo, anexo } = await receberAnexo(request, servicos)
      if (anexo) anexos.set(request, anexo)
      Object.assign(request, { body: corpo }) // the contract validates it next
    },
    /** Deletes the uploaded file unless a dispute took it, whatever happened. */
    async onSend(request) {
      const sobra = anexos.get(request)
      anexos.delete(request)
      if (sobra) await armazem.apagar(sobra.midia.arquivo)
    },
    handler: async (request, reply) => {
      const anexo = anexos.get(request)
      let usado = false
      const abrir = async (trx: Trx) => {
        const id = await actions.contestar(trx, request.params.id, request.body, anexo?.midia ?? null, autor(request))
        usado = true
        return verContestacao(trx, id)
      }
      const contestacao = await umaVez(servicos, request, abrir, { ...request.body, arquivo: anexo?.resumo ?? null })
      if (usado) anexos.delete(request)
      return reply.status(201).send(contestacao)
    },
  })
  app.route({
    ...contrato.listarContestacoesDoCliente,
    handler: async ({ params, usuario }) => {
      await exigirVisivel(db, params.id, usuario.id)
      return { data: await contestacoesDe(db, params.id) }
    },
  })
  app.route({
    ...contrato.responderContestacao,
    handler: async (request) => {
      const { id, contestacao } = request.params
      await actions.responder(db, id, contestacao, request.body, autor(request))
      return verContestacao(db, contestacao)
    },
  })
  app.route({
    ...contrato.baixarArquivoDaContestacao,
    handler: async ({ params, usuario }, reply) => {
      await exigirVisivel(db, params.id, usuario.id)
      return servirArquivo(armazem, reply, await arquivoDa(db, params.contestacao, params.id), params.contestacao)
    },
  })
  app.route({
    ...contrato.listarContestacoes,
    handler: ({ query, usuario }) => listar(visao(usuario.id), query),
  })
  app.route({
    ...contrato.exportarContestacoes,
    handler: ({ query, usuario }, reply) => planilha(reply, visao(usuario.id), query),
  })
  app.route({ ...contrato.listarContestacoesAdmin, handler: ({ query }) => listar(visao(), query) })
  app.route({
    ...contrato.baixarArquivoDaContestacaoAdmin,
    handler: async ({ params }, reply) => servirArquivo(armazem, reply, await arquivoDa(db, params.id), params.id),
  })
  app.route({
    ...contrato.exportarContestacoesAdmin,
    handler: ({ query }, reply) => planilha(reply, visao(), query),
  })
}
