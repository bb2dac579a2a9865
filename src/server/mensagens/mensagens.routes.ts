import {
  baixarMidia,
  baixarMidiaSemCliente,
  enviarMensagem as contratoEnviar,
  digitando,
  listarMensagens,
  mensagensSemCliente,
} from '#contract/mensagens.ts'
import { umaVez } from '#server/http/idempotencia.ts'
import type { Routes } from '#server/http/tipos.ts'
import { confirmarLeitura, mostrarDigitando } from './confirmacao.actions.ts'
import { abrirConversa, enviarMensagem } from './mensagens.actions.ts'
import { lerSemCliente } from './mensagens.queries.ts'
import { abrirMidia } from './midia.queries.ts'

export const mensagensRoutes: Routes = async (app, servicos) => {
  const { db, relogio } = servicos

  app.route({
    ...listarMensagens,
    handler: async ({ params, query, usuario, log }) => {
      const { mensagens, leu } = await abrirConversa(db, params.id, usuario.id, query.antes)
      const avisar = () => confirmarLeitura(servicos, params.id)
      if (leu) void avisar().catch((erro: unknown) => log.warn({ err: erro }, 'o WhatsApp não soube da leitura'))
      return { data: mensagens }
    },
  })

  app.route({
    ...digitando,
    handler: async ({ params, usuario }, reply) => {
      await mostrarDigitando(servicos, params.id, usuario.id)
      return reply.status(204).send()
    },
  })

  app.route({
    ...contratoEnviar,
    handler: async (request, reply) => {
      const { id: usuarioId, name: nome } = request.usuario
      const mensagem = await umaVez(servicos, request, (trx) =>
        enviarMensagem(trx, request.params.id, request.body, {
          usuarioId,
          nome,
          ip: request.ip,
          agora: relogio.agora(),
        }),
      )
      return reply.status(201).send(mensagem)
    },
  })

  app.route({ ...mensagensSemCliente, handler: ({ query }) => lerSemCliente(db, query) })

  app.route({
    ...baixarMidia,
    handler: ({ params, usuario }, reply) => abrirMidia(servicos, reply, params.id, usuario.id),
  })
  app.route({
    ...baixarMidiaSemCliente,
    handler: ({ params }, reply) => abrirMidia(servicos, reply, params.id, null),
  })
}
