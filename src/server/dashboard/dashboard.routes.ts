import { Readable } from 'node:stream'
import {
  avisosDoSistema,
  cobrancasDoMes,
  dashboardAdmin,
  dashboardOperador,
  dashboardOperadores,
  exportarCobrancas,
  graficoMensal,
} from '#contract/dashboard.ts'
import { desempenhoDosModelos, exportarDesempenho } from '#contract/modelos.ts'
import { type Dia, diaDe, diasEntre, somarDias } from '#domain/data.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import type { Db } from '#server/db/schema.ts'
import { caminhoDoEmulador } from '#server/emulador/controles.ts'
import { sinalDe } from '#server/http/desistencia.ts'
import { enviarCsv } from '#server/http/planilha.ts'
import type { Routes } from '#server/http/tipos.ts'
import { buscarFigurasAdmin } from './admin.queries.ts'
import { acharFilaParada, acharParada, acharSilencio, semEnvio } from './avisos.queries.ts'
import { cacheDe } from './cache.ts'
import { lerReguaDoDia } from './dia.queries.ts'
import { buscarGrafico } from './grafico.queries.ts'
import { buscarDesempenho } from './modelos.queries.ts'
import { buscarDashboardOperador, listarCobrancas } from './operador.queries.ts'
import { compararOperadores } from './operadores.queries.ts'
import { cobrancasEmCsv, desempenhoEmCsv } from './planilha.ts'
import { buscarTodosOsAlertas } from './todos-os-alertas.queries.ts'

const MAIOR_PERIODO = 92
const PERIODO = 'Escolha um período de até três meses, do começo para o fim.'

/** Long: the calls, one after the other. */
export const dashboardRoutes: Routes = async (app, { db, relogio, whatsapp, discos }) => {
  const hoje = () => diaDe(relogio.agora())
  const emCache = cacheDe(db)
  const doDia = <T>(nome: string, fazer: (db: Db, hoje: Dia) => Promise<T>) =>
    emCache(`${nome} ${hoje()}`, () => fazer(db, hoje()))
  app.route({
    ...dashboardAdmin,
    handler: async () => ({
      ...(await doDia('figuras', buscarFigurasAdmin)),
      alertas: await buscarTodosOsAlertas(db, {
        configurado: await whatsapp.configurado(),
        agora: relogio.agora(),
        deFora: relogio.deFora(),
        discos: await discos(),
      }),
    }),
  })
  app.route({
    ...dashboardOperadores,
    handler: () => doDia('operadores', compararOperadores),
  })
  app.route({ ...graficoMensal, handler: () => doDia('grafico', buscarGrafico) })
  const somarDesempenho = async (periodo: { de?: Dia | undefined; ate?: Dia | undefined }) => {
    const ate = periodo.ate ?? hoje()
    const de = periodo.de ?? somarDias(ate, -29)
    const dias = diasEntre(de, ate)
    if (dias < 0 || dias > MAIOR_PERIODO) throw new CamposInvalidos({ de: [PERIODO] })
    return { de, ate, data: await emCache(`desempenho ${de} ${ate}`, () => buscarDesempenho(db, de, ate)) }
  }
  app.route({ ...desempenhoDosModelos, handler: ({ query }) => somarDesempenho(query) })
  app.route({
    ...exportarDesempenho,
    handler: async ({ query }, reply) => {
      const { de, ate, data } = await somarDesempenho(query)
      return enviarCsv(reply, `desempenho-${de}-a-${ate}.csv`).send(Readable.from(desempenhoEmCsv(data)))
    },
  })
  app.route({
    ...dashboardOperador,
    handler: ({ usuario }) => buscarDashboardOperador(db, usuario.id, relogio.agora(), doDia('regua', lerReguaDoDia)),
  })
  app.route({
    ...avisosDoSistema,
    config: { deFundo: true },
    handler: async (request) => {
      const admin = request.usuario.role === 'admin'
      return {
        whatsapp_parado: await acharParada(db, await whatsapp.configurado(), relogio.agora()),
        ...(admin ? await acharFilaParada(db, relogio.agora()) : { fila_parada: null, envio_retido: null }),
        sem_status: admin ? await acharSilencio(db) : null,
        sem_envio: await semEnvio(db, relogio.agora()),
        emulador: await caminhoDoEmulador(request, { db, whatsapp }),
      }
    },
  })
  app.route({
    ...cobrancasDoMes,
    handler: ({ usuario, query }, reply) =>
      listarCobrancas({ db, sinal: sinalDe(reply) }, usuario.id, query, relogio.agora()),
  })
  app.route({
    ...exportarCobrancas,
    handler: ({ usuario, query }, reply) =>
      enviarCsv(reply, `cobrancas-${hoje().slice(0, 7)}.csv`).send(
        Readable.from(cobrancasEmCsv(db, usuario.id, query.busca, relogio.agora())),
      ),
  })
}
