import { anonimizarCliente, dadosCliente, verClienteAdmin } from '#contract/clientes-admin.ts'
import { dinheiroDoCliente, dinheiroDoClienteAdmin } from '#contract/dinheiro.ts'
import { verCliente, verConta, verContaAdmin } from '#contract/ficha.ts'
import { diaDe } from '#domain/data.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { lerCliente } from '#server/clientes/cliente.queries.ts'
import type { Routes } from '#server/http/tipos.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { autorDe } from '#server/sessao/autor.ts'
import { detalharConta } from './conta.queries.ts'
import { detalharCliente } from './detalhe.queries.ts'
import { dinheiroDe } from './dinheiro.queries.ts'
import { anonimizar } from './lgpd.actions.ts'
import { reunirDados } from './lgpd.queries.ts'

/** A customer, and an account, with all that the other slices know of it; above them, so that none needs to know another. */
export const fichaRoutes: Routes = async (app, servicos) => {
  const { db, relogio } = servicos
  const contexto = () => ({ db, agora: relogio.agora() })

  app.route({
    ...verCliente,
    handler: ({ usuario, params }) => detalharCliente(contexto(), params.id, usuario.id),
  })
  app.route({ ...verClienteAdmin, handler: ({ params }) => detalharCliente(contexto(), params.id) })
  app.route({
    ...verConta,
    handler: ({ usuario, params }) =>
      detalharConta({ db, hoje: diaDe(relogio.agora()), operadorId: usuario.id }, params.id),
  })
  app.route({
    ...verContaAdmin,
    handler: ({ params }) => detalharConta({ db, hoje: diaDe(relogio.agora()) }, params.id),
  })
  app.route({ ...dinheiroDoCliente, handler: ({ usuario, params }) => dinheiroDe(db, params.id, usuario.id) })
  app.route({ ...dinheiroDoClienteAdmin, handler: ({ params }) => dinheiroDe(db, params.id) })
  app.route({
    ...dadosCliente,
    config: { perigosa: true },
    handler: async ({ usuario, params, ip }) => {
      const dados = await reunirDados(contexto(), params.id)
      // Who took personal data out is asked for by law.
      await registrar(db, {
        agora: relogio.agora(),
        usuarioId: usuario.id,
        ip,
        acao: 'cliente.exportar_dados',
        descricao: frase`Os dados de ${oCliente(params.id)} foram exportados.`,
        entidade: 'cliente',
        entidadeId: params.id,
      })
      return dados
    },
  })
  app.route({
    ...anonimizarCliente,
    handler: async (request) => {
      const { params, body } = request
      await anonimizar(db, params.id, body.motivo, autorDe(request, servicos))
      return lerCliente(contexto(), params.id)
    },
  })
}
