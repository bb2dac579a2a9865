import {
  cobrancasDoMes,
  dashboardAdmin,
  dashboardOperador,
  dashboardOperadores,
  graficoMensal,
} from '#contract/dashboard.ts'
import { desempenhoDosModelos } from '#contract/modelos.ts'
import { diaDe, diasEntre, somarDias } from '#domain/data.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import type { Routes } from '#server/http/tipos.ts'
import { buscarDashboardAdmin } from './admin.queries.ts'
import { buscarGrafico } from './grafico.queries.ts'
import { buscarDesempenho } from './modelos.queries.ts'
import { buscarDashboardOperador, listarCobrancas } from './operador.queries.ts'
import { compararOperadores } from './operadores.queries.ts'

const MAIOR_PERIODO = 92
const PERIODO = 'Escolha um período de até três meses, do começo para o fim.'

export const dashboardRoutes: Routes = async (app, { db, relogio }) => {
  const hoje = () => diaDe(relogio.agora())
  app.route({ ...dashboardAdmin, handler: () => buscarDashboardAdmin(db, hoje()) })
  app.route({ ...dashboardOperadores, handler: () => compararOperadores(db, hoje()) })
  app.route({ ...graficoMensal, handler: () => buscarGrafico(db, hoje()) })
  app.route({
    ...desempenhoDosModelos,
    handler: async ({ query }) => {
      const ate = query.ate ?? hoje()
      const de = query.de ?? somarDias(ate, -29)
      const dias = diasEntre(de, ate)
      if (dias < 0 || dias > MAIOR_PERIODO) throw new CamposInvalidos({ de: [PERIODO] })
      return { de, ate, data: await buscarDesempenho(db, de, ate) }
    },
  })
  app.route({
    ...dashboardOperador,
    handler: (request) => buscarDashboardOperador(db, request.usuario.id, relogio.agora()),
  })
  app.route({
    ...cobrancasDoMes,
    handler: ({ usuario, query }) => listarCobrancas(db, usuario.id, query, relogio.agora()),
  })
}
