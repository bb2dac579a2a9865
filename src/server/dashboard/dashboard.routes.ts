import { dashboardAdmin, dashboardOperador, dashboardOperadores, graficoMensal } from '#contract/dashboard.ts'
import { diaDe } from '#domain/data.ts'
import type { Routes } from '#server/http/tipos.ts'
import { buscarDashboardAdmin } from './admin.queries.ts'
import { buscarGrafico } from './grafico.queries.ts'
import { buscarDashboardOperador } from './operador.queries.ts'
import { compararOperadores } from './operadores.queries.ts'

export const dashboardRoutes: Routes = async (app, { db, relogio }) => {
  const hoje = () => diaDe(relogio.agora())
  app.route({ ...dashboardAdmin, handler: () => buscarDashboardAdmin(db, hoje()) })
  app.route({ ...dashboardOperadores, handler: () => compararOperadores(db, hoje()) })
  app.route({ ...graficoMensal, handler: () => buscarGrafico(db, hoje()) })
  app.route({
    ...dashboardOperador,
    handler: (request) => buscarDashboardOperador(db, request.usuario.id, relogio.agora()),
  })
}
