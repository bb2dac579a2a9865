import { Readable } from 'node:stream'
import {
  descartarEvento,
  exportarEventos,
  listarEventos,
  reprocessarEvento,
  reprocessarEventos,
  verEvento,
} from '#contract/eventos-whatsapp.ts'
import {
  configurarWhatsapp,
  diagnosticarWhatsapp,
  liberarRetencao,
  movimentoWhatsapp,
  preparoWhatsapp,
  statusWhatsapp,
  verificarWhatsapp,
  verRetencao,
} from '#contract/whatsapp.ts'
import { diaDe } from '#domain/data.ts'
import { liberarRetencao as liberar } from '#server/despacho/retencao.actions.ts'
import { lerRetencao } from '#server/despacho/retencao.queries.ts'
import { descartar, reprocessar, reprocessarDeLado } from '#server/entrada/guardados.actions.ts'
import { sinalDe } from '#server/http/desistencia.ts'
import { enviarCsv } from '#server/http/planilha.ts'
import { quem } from '#server/http/quem.ts'
import type { Routes } from '#server/http/tipos.ts'
import { diagnosticar } from './diagnostico.actions.ts'
import { lerEvento, lerEventos } from './eventos-guardados.queries.ts'
import { daMeta } from './inbox.ts'
import { contarMovimento } from './movimento.queries.ts'
import { eventosEmCsv } from './planilha.queries.ts'
import { verPreparo } from './preparo.queries.ts'
import { verificarConta } from './verificacao.actions.ts'
import { configurarConta } from './whatsapp.actions.ts'
import { verConexao } from './whatsapp.queries.ts'

export const whatsappRoutes: Routes = async (app, servicos) => {
  const meta = daMeta(servicos)
  app.route({ ...statusWhatsapp, handler: () => verConexao(servicos) })
  app.route({ ...movimentoWhatsapp, handler: () => contarMovimento(servicos.db, servicos.relogio.agora()) })

  app.route({ ...diagnosticarWhatsapp, handler: async () => ({ data: await diagnosticar(servicos) }) })
  app.route({ ...preparoWhatsapp, handler: () => verPreparo(servicos) })

  app.route({
    ...verRetencao,
    handler: ({ query }, reply) => lerRetencao({ db: servicos.db, sinal: sinalDe(reply) }, query),
  })
  app.route({
    ...liberarRetencao,
    handler: (request) => liberar(servicos.db, request.body.decisao, servicos.relogio.agora(), quem(request)),
  })

  app.route({ ...listarEventos, handler: ({ query }) => lerEventos(servicos.db, query) })
  app.route({
    ...exportarEventos,
    handler: ({ query }, reply) =>
      enviarCsv(reply, `avisos-da-meta-${diaDe(servicos.relogio.agora())}.csv`).send(
        Readable.from(eventosEmCsv(servicos.db, query)),
      ),
  })
  app.route({ ...verEvento, handler: ({ params }) => lerEvento(servicos.db, params.id) })
  app.route({ ...reprocessarEventos, handler: (request) => reprocessarDeLado(servicos, meta, quem(request)) })
  app.route({
    ...reprocessarEvento,
    handler: async (request) => {
      await reprocessar(servicos, meta, request.params.id, quem(request))
      return lerEvento(servicos.db, request.params.id)
    },
  })
  app.route({
    ...descartarEvento,
    handler: async (request) => {
      await descartar(servicos, meta, request.params.id, quem(request))
      return lerEvento(servicos.db, request.params.id)
    },
  })

  app.route({
    ...verificarWhatsapp,
    handler: async (request) => {
      await verificarConta(servicos, quem(request))
      return verConexao(servicos)
    },
  })

  app.route({
    ...configurarWhatsapp,
    config: { perigosa: true },
    handler: async (request) => {
      const mudou = await configurarConta(servicos, request.body, quem(request))
      servicos.whatsapp.esquecer()
      if (mudou) await verificarConta(servicos, quem(request))
      return verConexao(servicos)
    },
  })
}
