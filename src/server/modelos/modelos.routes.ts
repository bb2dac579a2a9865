import {
  exemploDeModelos,
  listarModelos,
  modelosDoCliente,
  mudarModelo,
  sincronizarModelos,
  testarModelo,
  versoesDoModelo,
} from '#contract/modelos.ts'
import { diaDe } from '#domain/data.ts'
import { RegraViolada } from '#domain/erros.ts'
import { precisaAprovacao } from '#domain/modelo.ts'
import { quem } from '#server/http/quem.ts'
import type { Routes } from '#server/http/tipos.ts'
import { valoresDeExemplo } from './exemplo.queries.ts'
import { exigirTipoModelo, novaVersao } from './modelos.actions.ts'
import { verModelos, versoesDe } from './modelos.queries.ts'
import { modelosParaCliente } from './oferta.queries.ts'
import { sincronizar } from './sincronizacao.ts'
import { enviarTeste } from './teste.actions.ts'

export const modelosRoutes: Routes = async (app, servicos) => {
  const { db, relogio } = servicos

  app.route({ ...listarModelos, handler: () => verModelos(db) })

  app.route({
    ...sincronizarModelos,
    handler: async () => {
      const impedimento = await sincronizar(servicos)
      if (impedimento) throw new RegraViolada('whatsapp_indisponivel', impedimento)
      return verModelos(db)
    },
  })

  app.route({
    ...mudarModelo,
    handler: async (request) => {
      const mudado = await novaVersao(servicos, request.params.tipo, request.body, quem(request), relogio.agora())
      // What cannot be submitted now stays `local` with the reason, and the clock tries again.
      if (precisaAprovacao(mudado)) await sincronizar(servicos)
      return (await verModelos(db))[mudado]
    },
  })

  app.route({
    ...exemploDeModelos,
    handler: ({ query }) => valoresDeExemplo(servicos, query.cliente_id, diaDe(relogio.agora())),
  })

  app.route({
    ...versoesDoModelo,
    handler: async ({ params: { tipo } }) => ({ data: await versoesDe(db, exigirTipoModelo(tipo)) }),
  })

  app.route({
    ...testarModelo,
    handler: ({ params, body, usuario, ip }) =>
      enviarTeste(servicos, params.tipo, body.telefone, { usuarioId: usuario.id, ip }),
  })

  app.route({
    ...modelosDoCliente,
    handler: ({ params, usuario }) => modelosParaCliente(db, params.id, usuario, diaDe(relogio.agora())),
  })
}
