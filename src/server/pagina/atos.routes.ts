import type { FastifyRequest } from 'fastify'
import * as contrato from '#contract/pagina.ts'
import { exigirRecebedor, terminarCodigo } from '#server/codigos/emitir.actions.ts'
import type { Trx } from '#server/db/schema.ts'
import { umaVez } from '#server/http/idempotencia.ts'
import { terminarAceite } from '#server/ofertas/aceite.actions.ts'
import {
  aceitarPelaPagina,
  negarPelaPagina,
  pararPelaPagina,
  pedirCodigo,
  pedirPessoa,
  prometerPelaPagina,
} from './atos.actions.ts'
import { paraOCliente } from './palavras.ts'
import { OPCOES, type Publico, type Rotas, semResposta } from './publico.ts'

/** What a customer does on the page, but for the dispute, which may bring a file. */
export function rotasDosAtos(app: Rotas, publico: Publico) {
  const { servicos, naSuaVez } = publico
  app.route({
    ...contrato.codigoNaPagina,
    ...OPCOES,
    preValidation: publico.antesDentro,
    handler: async (request, reply) => {
      const codigo = await naSuaVez(async () => {
        const quem = await publico.dentro(request)
        const meios = await paraOCliente(() => exigirRecebedor(servicos.pix))
        return umaVez(servicos, request, (trx) => pedirCodigo(trx, quem, request.body.contas, meios))
      })
      // Waits for the PSP outside the queue of public work.
      return reply.status(codigo.novo ? 201 : 200).send(await terminarCodigo(servicos, codigo))
    },
  })
  app.route({
    ...contrato.prometerNaPagina,
    ...OPCOES,
    preValidation: publico.antesDentro,
    handler: (request, reply) =>
      naSuaVez(async () => {
        const quem = await publico.dentro(request)
        const promessa = await umaVez(servicos, request, (trx) => prometerPelaPagina(trx, quem, request.body))
        return reply.status(201).send({ ...promessa, autor: null })
      }),
  })
  app.route({
    ...contrato.aceitarNaPagina,
    ...OPCOES,
    preValidation: publico.antesDentro,
    handler: async (request, reply) => {
      const iniciado = await naSuaVez(async () => {
        const quem = await publico.dentro(request)
        const meios = await paraOCliente(() => exigirRecebedor(servicos.pix))
        return umaVez(servicos, request, (trx) => aceitarPelaPagina(trx, quem, request.params.id, meios))
      })
      return reply.status(201).send(await terminarAceite(servicos, iniciado))
    },
  })
  rotasSemResposta(app, publico)
}

/** Acts that return no content. */
function rotasSemResposta(app: Rotas, publico: Publico) {
  const { servicos, naSuaVez } = publico
  const fazer = (request: FastifyRequest, acao: (trx: Trx) => Promise<void>) =>
    umaVez(servicos, request, semResposta(acao))
  app.route({
    ...contrato.falarNaPagina,
    ...OPCOES,
    preValidation: publico.antesDentro,
    handler: (request, reply) =>
      naSuaVez(async () => {
        const quem = await publico.dentro(request)
        await fazer(request, (trx) => pedirPessoa(trx, quem, request.body?.texto))
        return reply.status(204).send()
      }),
  })
  app.route({
    ...contrato.pararNaPagina,
    ...OPCOES,
    preValidation: publico.antesDentro,
    handler: (request, reply) =>
      naSuaVez(async () => {
        const quem = await publico.dentro(request)
        await fazer(request, (trx) => pararPelaPagina(trx, quem))
        return reply.status(204).send()
      }),
  })
  app.route({
    ...contrato.naoSouEu,
    ...OPCOES,
    preValidation: publico.antesComLink,
    handler: (request, reply) =>
      naSuaVez(async () => {
        const quem = { link: await publico.link(request), agora: servicos.relogio.agora(), ip: request.ip }
        await fazer(request, (trx) => negarPelaPagina(trx, quem))
        return reply.status(204).send()
      }),
  })
}
