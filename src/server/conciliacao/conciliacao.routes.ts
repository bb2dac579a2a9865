import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import * as contrato from '#contract/conciliacao.ts'
import { resumoConciliacao } from '#contract/fechamento.ts'
import { diaDe } from '#domain/data.ts'
import { emReais } from '#domain/dinheiro.ts'
import type { Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { sinalDe } from '#server/http/desistencia.ts'
import { umaVez, umaVezDemorada } from '#server/http/idempotencia.ts'
import { enviarCsv } from '#server/http/planilha.ts'
import type { Routes } from '#server/http/tipos.ts'
import { acordarConciliacao } from '#server/movimentos/registrar.actions.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import { aplicarMovimento, creditarMovimento } from './aplicar.actions.ts'
import { avisarMovimentos } from './avisar.ts'
import { desfazerMovimento, devolverMovimento, ignorarMovimento, vincularMovimento } from './decisoes.actions.ts'
import { listarMovimentos, verMovimento } from './movimentos.queries.ts'
import { movimentosEmCsv } from './planilha.ts'
import { resumirConciliacao } from './resumo.queries.ts'
import { aplicarSugestoes } from './sugeridas.actions.ts'
import type { CausaDaConciliacao } from './travas.queries.ts'

function rotasDeLeitura(app: Parameters<Routes>[0], { db, relogio }: Parameters<Routes>[1]) {
  const hoje = () => diaDe(relogio.agora())
  app.route({
    ...contrato.listarMovimentos,
    handler: ({ query }, reply) => listarMovimentos({ db, sinal: sinalDe(reply) }, query, hoje()),
  })
  app.route({
    ...contrato.exportarMovimentos,
    handler: ({ query }, reply) =>
      enviarCsv(reply, `movimentos-${hoje()}.csv`).send(Readable.from(movimentosEmCsv(db, query, hoje()))),
  })
  app.route({ ...contrato.verMovimento, handler: ({ params }) => verMovimento(db, params.id) })
  app.route({ ...resumoConciliacao, handler: ({ query }) => resumirConciliacao(db, query, hoje()) })
}

/** The bank's movements and their matches, for administrators. Long: the calls, one after another. */
export const conciliacaoRoutes: Routes = async (app, servicos) => {
  const { db, relogio } = servicos
  const causa = ({ usuario, ip }: FastifyRequest): CausaDaConciliacao => ({
    origem: 'conciliacao',
    agora: relogio.agora(),
    usuarioId: usuario.id,
    ip,
  })
  /** Decides, once per `Idempotency-Key`, and returns the movement afterwards; other movements that it could explain are judged again. */
  const decidir = <R>(request: FastifyRequest, id: number, fazer: (trx: Trx) => Promise<R>) =>
    umaVez(servicos, request, async (trx) => {
      await exigirUsuarioAtivo(trx, request.usuario.id)
      const feito = await fazer(trx)
      await acordarConciliacao(trx)
      await avisarMovimentos(trx, [id])
      return { ...(await verMovimento(trx, id)), ...feito }
    })

  rotasDeLeitura(app, servicos)

  app.route({
    ...contrato.aplicarMovimento,
    handler: (request) => {
      const { id } = request.params
      const partes = request.body.contas.map((conta) => ({ id: conta.id, valorCentavos: conta.valor }))
      return decidir(request, id, async (trx) => {
        const { dispensadoCentavos } = await aplicarMovimento(trx, id, partes, causa(request))
        return { encargos_dispensados: emReais(dispensadoCentavos) }
      })
    },
  })
  app.route({
    ...contrato.vincularMovimento,
    handler: (request) => {
      const { id } = request.params
      return decidir(request, id, (trx) => vincularMovimento(trx, id, request.body.pagamento_id, causa(request)))
    },
  })
  app.route({
    ...contrato.creditarMovimento,
    handler: (request) => {
      const { id } = request.params
      return decidir(request, id, (trx) => creditarMovimento(trx, id, request.body.cliente_id, causa(request)))
    },
  })
  type ComMotivo = FastifyRequest & { params: { id: number }; body: { motivo: string } }
  const comMotivo = (fazer: typeof ignorarMovimento) => (request: ComMotivo) =>
    decidir(request, request.params.id, (trx) => fazer(trx, request.params.id, request.body.motivo, causa(request)))
  app.route({ ...contrato.ignorarMovimento, handler: comMotivo(ignorarMovimento) })
  app.route({ ...contrato.desfazerMovimento, handler: comMotivo(desfazerMovimento) })
  app.route({ ...contrato.devolverMovimento, config: { perigosa: true }, handler: comMotivo(devolverMovimento) })
  app.route({
    ...contrato.aplicarSugestoes,
    handler: (request) =>
      umaVezDemorada(
        servicos,
        request,
        async () => {
          const data = await aplicarSugestoes(db, request.body.ids, causa(request))
          await emTransacao(db, async (trx) => {
            await acordarConciliacao(trx)
            await avisarMovimentos(trx, request.body.ids)
          })
          return { data }
        },
        request.body,
      ),
  })
}
