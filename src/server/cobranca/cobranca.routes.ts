import { Readable } from 'node:stream'
import {
  conferirPublico,
  executarCobranca,
  exportarConferencia,
  exportarExecucao,
  exportarExecucoes,
  listarExecucoes,
  listarFeriados,
  mudarRegua,
  preverRegua,
  type Regua,
  verExecucao,
  verRegua,
} from '#contract/cobranca.ts'
import { diaDe } from '#domain/data.ts'
import { sinalDe } from '#server/http/desistencia.ts'
import { enviarCsv } from '#server/http/planilha.ts'
import type { Routes } from '#server/http/tipos.ts'
import { autorDe } from '#server/sessao/autor.ts'
import { conferir } from './conferencia.queries.ts'
import { executar } from './execucao.actions.ts'
import * as execucoes from './execucao.queries.ts'
import { conferenciaEmCsv, execucaoEmCsv, execucoesEmCsv } from './planilha.queries.ts'
import { prever } from './previsao.queries.ts'
import * as actions from './regua.actions.ts'
import * as queries from './regua.queries.ts'

export const cobrancaRoutes: Routes = async (app, servicos) => {
  const { db, relogio } = servicos

  const comVersao = (regua: Regua): Regua => ({ ...regua, versao: queries.versaoDaRegua(regua) })
  app.route({ ...verRegua, handler: async () => comVersao(await queries.verRegua(db, diaDe(relogio.agora()))) })

  app.route({ ...listarFeriados, handler: async () => ({ data: await queries.listarFeriados(db) }) })

  app.route({
    ...mudarRegua,
    handler: async (request) => comVersao(await actions.mudarRegua(db, request.body, autorDe(request, { relogio }))),
  })

  app.route({ ...preverRegua, handler: (request) => prever(db, request.body, relogio.agora()) })

  app.route({
    ...executarCobranca,
    handler: (request) =>
      executar(servicos, {
        simular: request.body.simular,
        forcado: request.body.forcar_horario,
        usuarioId: request.usuario.id,
        ip: request.ip,
      }),
  })

  app.route({
    ...conferirPublico,
    handler: ({ query }, reply) => conferir({ ...servicos, sinal: sinalDe(reply) }, query, relogio.agora()),
  })
  app.route({
    ...exportarConferencia,
    handler: async (_request, reply) => {
      const linhas = await conferenciaEmCsv(servicos, relogio.agora())
      return enviarCsv(reply, `valores-das-mensagens-${diaDe(relogio.agora())}.csv`).send(Readable.from(linhas))
    },
  })
  app.route({ ...listarExecucoes, handler: (request) => execucoes.listarExecucoes(db, request.query) })
  app.route({
    ...exportarExecucoes,
    handler: (_request, reply) =>
      enviarCsv(reply, `execucoes-${diaDe(relogio.agora())}.csv`).send(Readable.from(execucoesEmCsv(db))),
  })

  app.route({
    ...exportarExecucao,
    handler: async ({ params, query }, reply) => {
      const linhas = await execucaoEmCsv(db, params.id, query)
      return enviarCsv(reply, `execucao-${params.id}.csv`).send(Readable.from(linhas))
    },
  })
  app.route({
    ...verExecucao,
    handler: ({ params, query }, reply) =>
      execucoes.verExecucao({ db, sinal: sinalDe(reply), busca: query.busca }, params.id, query),
  })
}
