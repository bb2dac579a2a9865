import { Readable } from 'node:stream'
import {
  descartarEventoDoPix,
  exportarEventosDoPix,
  listarEventosDoPix,
  reprocessarEventoDoPix,
  reprocessarEventosDoPix,
} from '#contract/eventos-pix.ts'
import { diaDe } from '#domain/data.ts'
import { descartar, reprocessar, reprocessarDeLado } from '#server/entrada/guardados.actions.ts'
import { enviarCsv } from '#server/http/planilha.ts'
import { quem } from '#server/http/quem.ts'
import type { Routes } from '#server/http/tipos.ts'
import { eventosDoPixEmCsv, lerEventoDoPix, lerEventosDoPix } from './eventos.queries.ts'
import { doPsp } from './inbox.ts'

/** The PSP's events as stored, for administrators, who retry or dismiss those set aside. */
export const eventosDoPixRoutes: Routes = async (app, servicos) => {
  const { db, relogio } = servicos
  const psp = doPsp(servicos)
  app.route({ ...listarEventosDoPix, handler: ({ query }) => lerEventosDoPix(db, query) })
  app.route({
    ...exportarEventosDoPix,
    handler: ({ query }, reply) =>
      enviarCsv(reply, `avisos-do-banco-${diaDe(relogio.agora())}.csv`).send(
        Readable.from(eventosDoPixEmCsv(db, query)),
      ),
  })
  app.route({ ...reprocessarEventosDoPix, handler: (request) => reprocessarDeLado(servicos, psp, quem(request)) })
  app.route({
    ...reprocessarEventoDoPix,
    handler: async (request) => {
      await reprocessar(servicos, psp, request.params.id, quem(request))
      return lerEventoDoPix(db, request.params.id)
    },
  })
  app.route({
    ...descartarEventoDoPix,
    handler: async (request) => {
      await descartar(servicos, psp, request.params.id, quem(request))
      return lerEventoDoPix(db, request.params.id)
    },
  })
}
