import type { FastifyRequest } from 'fastify'
import * as contrato from '#contract/pagina.ts'
import { type Anexo, receberAnexo } from '#server/contestacoes/arquivo.ts'
import { arquivoDa } from '#server/contestacoes/contestacoes.queries.ts'
import type { Trx } from '#server/db/schema.ts'
import { umaVez } from '#server/http/idempotencia.ts'
import { servirArquivo } from '#server/mensagens/midia.queries.ts'
import { contestarPelaPagina } from './atos.actions.ts'
import { contestacaoDaPagina } from './inicio.queries.ts'
import { OPCOES, type Publico, type Rotas, tokenDe } from './publico.ts'

/** A dispute, with or without a file, and the file again. */
export function rotaDaContestacao(app: Rotas, publico: Publico) {
  const { servicos, naSuaVez } = publico
  const { db, armazem } = servicos
  /** What a form brought, until its call is answered. */
  const anexos = new WeakMap<FastifyRequest, Anexo>()
  app.route({
    ...contrato.contestarNaPagina,
    ...OPCOES,
    async preValidation(request) {
      await publico.antesDentro(request) // no file is accepted before the digits were entered
      if (!request.isMultipart()) return
      const { corpo, anexo } = await receberAnexo(request, servicos)
      if (anexo) anexos.set(request, anexo)
      Object.assign(request, { body: corpo }) // what the contract asks of it is checked next
    },
    /** Whatever happened, a file that no dispute took is not kept. */
    async onSend(request) {
      const sobra = anexos.get(request)
      anexos.delete(request)
      if (sobra) await armazem.apagar(sobra.midia.arquivo)
    },
    handler: (request, reply) =>
      naSuaVez(async () => {
        const quem = await publico.dentro(request)
        const anexo = anexos.get(request)
        let usado = false
        const abrir = async (trx: Trx) => {
          const aberta = await contestarPelaPagina(trx, quem, request.body, anexo?.midia ?? null)
          usado = true
          return aberta
        }
        const dito = { ...request.body, arquivo: anexo?.resumo ?? null }
        const contestacao = await umaVez(servicos, request, abrir, dito)
        if (usado) anexos.delete(request)
        return reply.status(201).send(contestacaoDaPagina(contestacao, tokenDe(request)))
      }),
  })
  app.route({
    ...contrato.arquivoNaPagina,
    ...OPCOES,
    handler: async (request, reply) => {
      const { link } = await publico.dentro(request)
      const { contestacao } = request.params
      return servirArquivo(armazem, reply, await arquivoDa(db, contestacao, link.clienteId), contestacao)
    },
  })
}
