import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contrato from '#contract/integracao.ts'
import { pelaIntegracao } from '#domain/causa.ts'
import { diaDe } from '#domain/data.ts'
import { lerCliente } from '#server/clientes/cliente.queries.ts'
import { semNascidosNoMeio } from '#server/clientes/nascidos-no-meio.ts'
import { verConta } from '#server/contas-receber/contas.queries.ts'
import { pagar } from '#server/contas-receber/pagamentos.actions.ts'
import type { Trx } from '#server/db/schema.ts'
import { naoEhUtf8 } from '#server/http/entrada.ts'
import { umaVez } from '#server/http/idempotencia.ts'
import type { Routes } from '#server/http/tipos.ts'
import { contarMais } from '#server/sessao/exigir-token.ts'
import { clienteDoCodigo, salvarCliente } from './clientes.actions.ts'
import { contaDeNumero, salvarConta } from './contas.actions.ts'
import { eventosDepois } from './eventos.actions.ts'
import { ehChamada, fazerLinha, type LinhaLida, lerLinha, linhasDoLote } from './lote.ts'

const NDJSON = 'application/x-ndjson'

/** What other programs of the company do, with a token: all customers, whoever's they are. */
export const integracaoRoutes: Routes = async (app, servicos) => {
  const { db, relogio, chaveSecreta } = servicos
  const causa = ({ programa, ip }: FastifyRequest) => pelaIntegracao(programa!.id, ip, relogio.agora())
  const contexto = () => ({ db, agora: relogio.agora() })
  const visao = () => ({ db, hoje: diaDe(relogio.agora()) })

  app.route({
    ...contrato.verClientePorCodigo,
    handler: async ({ params }) => lerCliente(contexto(), await clienteDoCodigo(db, params.codigo_externo)),
  })
  app.route({
    ...contrato.salvarClientePorCodigo,
    handler: async (request, reply) => {
      const { params, body } = request
      const salvar = (trx: Trx) => salvarCliente(trx, chaveSecreta, params.codigo_externo, body, causa(request))
      const { id, novo } = await semNascidosNoMeio(() => umaVez(servicos, request, salvar))
      return reply.status(novo ? 201 : 200).send(await lerCliente(contexto(), id))
    },
  })

  app.route({
    ...contrato.verContaPorNumero,
    handler: async ({ params, query }) =>
      verConta(visao(), await contaDeNumero(db, await clienteDoCodigo(db, query.cliente), params.conta)),
  })
  app.route({
    ...contrato.salvarContaPorNumero,
    handler: async (request, reply) => {
      const { params, query, body } = request
      const salvar = async (trx: Trx) =>
        salvarConta(trx, await clienteDoCodigo(trx, query.cliente), params.conta, body, causa(request))
      // The address names the number alone: with the customer beside it, one key is not good for two.
      const { id, nova } = await umaVez(servicos, request, salvar, { cliente: query.cliente, conta: body })
      return reply.status(nova ? 201 : 200).send(await verConta(visao(), id))
    },
  })
  app.route({
    ...contrato.pagarContaIntegrada,
    handler: async (request, reply) => {
      const { params, body } = request
      const pagamento = await umaVez(servicos, request, (trx) => pagar(trx, params.conta, body, causa(request)))
      return reply.status(201).send(pagamento)
    },
  })

  app.route({ ...contrato.lerEventos, handler: ({ query }) => eventosDepois(db, query.depois, relogio.agora()) })

  app.addContentTypeParser(NDJSON, { parseAs: 'buffer' }, (_request, corpo, pronto) =>
    isUtf8(corpo as Buffer) ? pronto(null, corpo.toString()) : pronto(naoEhUtf8()),
  )
  app.route({
    ...contrato.enviarLote,
    handler: async (request, reply) => {
      const { body } = request
      const corpo = typeof body === 'string' ? body : body ? JSON.stringify(body) : ''
      const linhas = linhasDoLote(corpo).map(lerLinha)
      // Each line counts against the limit, and this call does not: valid lines are counted as calls, the others here.
      await contarMais(db, request.programa!.id, linhas.filter((lida) => !ehChamada(lida)).length - 1)
      return reply.type(`${NDJSON}; charset=utf-8`).send(Readable.from(responderLote(app, request, linhas)))
    },
  })
}

/** In order, each after the one before it has ended. */
async function* responderLote(app: FastifyInstance, request: FastifyRequest, linhas: readonly LinhaLida[]) {
  for (const [lugar, lida] of linhas.entries())
    yield `${JSON.stringify(await fazerLinha(app, request, lida, lugar + 1))}\n`
}
