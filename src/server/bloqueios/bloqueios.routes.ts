import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import * as contrato from '#contract/bloqueios.ts'
import { diaDe } from '#domain/data.ts'
import { sinalDe } from '#server/http/desistencia.ts'
import { enviarCsv } from '#server/http/planilha.ts'
import type { Routes } from '#server/http/tipos.ts'
import { comArquivo, opcaoPedida } from '#server/importacoes/com-arquivo.ts'
import { autorDe } from '#server/sessao/autor.ts'
import { apagarBloqueio, autorizar } from './bloqueios.actions.ts'
import { autorizacoesDe, bloqueiosEmCsv, listarBloqueios } from './bloqueios.queries.ts'
import { importarBloqueios } from './importar.actions.ts'

const LIMITE_MIB = 50

export const bloqueiosRoutes: Routes = async (app, servicos) => {
  await app.register(multipart)
  const { db, relogio, pastaDados } = servicos

  app.route({
    ...contrato.listarBloqueios,
    handler: ({ query }, reply) => listarBloqueios({ db, sinal: sinalDe(reply) }, query),
  })
  app.route({
    ...contrato.exportarBloqueios,
    handler: ({ query }, reply) =>
      enviarCsv(reply, `nao-perturbe-${diaDe(relogio.agora())}.csv`).send(Readable.from(bloqueiosEmCsv(db, query))),
  })
  app.route({
    ...contrato.importarBloqueios,
    handler: (request) =>
      comArquivo(request, { campo: 'csv_file', limiteMib: LIMITE_MIB, pastaDados }, ({ caminho, campos }) => {
        const simular = opcaoPedida('simular', request.query.simular, campos)
        return importarBloqueios(db, { caminho, simular }, autorDe(request, servicos))
      }),
  })
  app.route({
    ...contrato.apagarBloqueio,
    handler: async (request, reply) => {
      await apagarBloqueio(db, request.params.id, request.body.motivo, autorDe(request, servicos))
      return reply.status(204).send()
    },
  })
  app.route({ ...contrato.listarAutorizacoes, handler: ({ params }) => autorizacoesDe(db, params.id) })
  app.route({
    ...contrato.autorizarContato,
    handler: async (request, reply) =>
      reply.status(201).send(await autorizar(db, request.params.id, request.body, autorDe(request, servicos))),
  })
}
