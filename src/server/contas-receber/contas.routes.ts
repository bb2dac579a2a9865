import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import * as contrato from '#contract/contas-receber.ts'
import { estornarPagamento, registrarPagamento, registrarPagamentos } from '#contract/pagamentos.ts'
import { diaDe } from '#domain/data.ts'
import { exigirVisivel } from '#server/clientes/destinatario.queries.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { sinalDe } from '#server/http/desistencia.ts'
import { umaVez } from '#server/http/idempotencia.ts'
import { enviarCsv } from '#server/http/planilha.ts'
import type { Routes } from '#server/http/tipos.ts'
import { autorDe } from '#server/sessao/autor.ts'
import * as actions from './contas.actions.ts'
import * as queries from './contas.queries.ts'
import { estornar } from './estornos.actions.ts'
import { pagar, pagarVarias } from './pagamentos.actions.ts'
import { buscarContas } from './pagina.queries.ts'
import { contasEmCsv } from './planilha.queries.ts'

/** Long: the calls, one after the other. */
export const contasRoutes: Routes = async (app, servicos) => {
  const { db, relogio } = servicos
  const autor = (request: FastifyRequest) => autorDe(request, servicos)
  const visao = (request: FastifyRequest) => ({ db, hoje: diaDe(relogio.agora()), operadorId: request.usuario.id })

  app.route({ ...contrato.resumoContas, handler: (request) => queries.resumirContas(visao(request)) })
  app.route({
    ...contrato.listarContas,
    handler: (request, reply) => buscarContas({ ...visao(request), sinal: sinalDe(reply) }, request.query),
  })
  app.route({
    ...contrato.exportarContas,
    handler: (request, reply) => {
      const nome = `contas-a-receber-${diaDe(relogio.agora())}.csv`
      return enviarCsv(reply, nome).send(Readable.from(contasEmCsv(visao(request), request.query)))
    },
  })
  app.route({
    ...contrato.contasDoCliente,
    handler: async (request) => {
      const { id } = request.params
      await exigirVisivel(db, id, request.usuario.id)
      return { data: await queries.contasDe(db, id, diaDe(relogio.agora())) }
    },
  })

  app.route({
    ...contrato.criarConta,
    handler: async (request, reply) => {
      const { body } = request
      const id = await umaVez(servicos, request, (trx) => actions.criarConta(trx, body, autor(request)))
      return reply.status(201).send(await queries.verConta(visao(request), id))
    },
  })
  app.route({
    ...contrato.mudarConta,
    handler: async (request) => {
      await actions.mudarConta(db, request.params.id, request.body, autor(request))
      return queries.verConta(visao(request), request.params.id)
    },
  })
  app.route({
    ...contrato.cancelarConta,
    handler: async (request) => {
      await actions.cancelarConta(db, request.params.id, request.body.motivo, autor(request))
      return queries.verConta(visao(request), request.params.id)
    },
  })

  app.route({
    ...registrarPagamento,
    handler: async (request, reply) => {
      const { params, body } = request
      const pagamento = await umaVez(servicos, request, (trx) => pagar(trx, params.id, body, autor(request)))
      return reply.status(201).send(pagamento)
    },
  })
  app.route({
    ...registrarPagamentos,
    handler: async (request, reply) => {
      const data = await umaVez(servicos, request, (trx) => pagarVarias(trx, request.body, autor(request)))
      return reply.status(201).send({ data })
    },
  })
  app.route({
    ...estornarPagamento,
    handler: async (request) => {
      const { id, pagamento } = request.params
      await emTransacao(db, (trx) => estornar(trx, id, pagamento, request.body.motivo, autor(request)))
      return queries.verConta(visao(request), id)
    },
  })
}
