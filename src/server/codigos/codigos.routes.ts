import { emitirCodigo, listarCodigos } from '#contract/codigos.ts'
import { exigirVisivel } from '#server/clientes/destinatario.queries.ts'
import { umaVez } from '#server/http/idempotencia.ts'
import type { Routes } from '#server/http/tipos.ts'
import { autorDe } from '#server/sessao/autor.ts'
import { codigosDoCliente } from './codigos.queries.ts'
import { exigirRecebedor, iniciarCodigo, terminarCodigo } from './emitir.actions.ts'

export const codigosRoutes: Routes = async (app, servicos) => {
  app.route({
    ...emitirCodigo,
    handler: async (request, reply) => {
      const { params, body } = request
      await exigirVisivel(servicos.db, params.id, request.usuario.id)
      const meios = await exigirRecebedor(servicos.pix)
      const codigo = await umaVez(servicos, request, (trx) =>
        iniciarCodigo(trx, params.id, body.contas, meios, autorDe(request, servicos)),
      )
      return reply.status(codigo.novo ? 201 : 200).send(await terminarCodigo(servicos, codigo))
    },
  })

  app.route({
    ...listarCodigos,
    handler: async ({ params, usuario }) => {
      await exigirVisivel(servicos.db, params.id, usuario.id)
      return { data: await codigosDoCliente(servicos.db, params.id) }
    },
  })
}
