import { Readable } from 'node:stream'
import * as contrato from '#contract/administradores.ts'
import { diaDe } from '#domain/data.ts'
import { enviarCsv } from '#server/http/planilha.ts'
import { quem } from '#server/http/quem.ts'
import type { Routes } from '#server/http/tipos.ts'
import * as actions from './administradores.actions.ts'
import { buscarAdministrador, buscarAdministradores } from './administradores.queries.ts'
import { administradoresEmCsv } from './planilha.queries.ts'

const config = { perigosa: true }

/** Who administrates. */
export const administradoresRoutes: Routes = async (app, servicos) => {
  app.route({ ...contrato.listarAdministradores, handler: ({ query }) => buscarAdministradores(servicos.db, query) })
  app.route({
    ...contrato.exportarAdministradores,
    handler: ({ query }, reply) =>
      enviarCsv(reply, `administradores-${diaDe(servicos.relogio.agora())}.csv`).send(
        Readable.from(administradoresEmCsv(servicos.db, query)),
      ),
  })
  app.route({ ...contrato.verAdministrador, handler: ({ params }) => buscarAdministrador(servicos.db, params.id) })
  app.route({
    ...contrato.criarAdministrador,
    config,
    handler: async (request, reply) =>
      reply.status(201).send(await actions.criarAdministrador(servicos, quem(request), request.body)),
  })
  app.route({
    ...contrato.mudarAdministrador,
    config,
    handler: (request) => actions.mudarAdministrador(servicos, quem(request), request.params.id, request.body),
  })
  app.route({
    ...contrato.bloquearAdministrador,
    config,
    handler: (request) => actions.bloquearAdministrador(servicos, quem(request), request.params.id),
  })
  app.route({
    ...contrato.reativarAdministrador,
    config,
    handler: (request) => actions.reativarAdministrador(servicos, quem(request), request.params.id),
  })
  app.route({
    ...contrato.zerarSegundoFatorDoAdministrador,
    config,
    handler: (request) => actions.zerarSegundoFatorDoAdministrador(servicos, quem(request), request.params.id),
  })
}
