import { type QueryClient, useQuery } from '@tanstack/react-query'
import { LogsRecentes } from '#web/logs/LogsRecentes.tsx'
import { logsRecentesQuery } from '#web/logs/logs.api.ts'
import { dashboardOperadoresQuery } from '#web/operadores/operadores.api.ts'
import { avisosQuery, useLembrarAviso } from '#web/shell/avisos.ts'
import { ErrorState } from '#web/ui/estados.tsx'
import { KpiStrip } from '#web/ui/KpiStrip.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Alertas, useAlertas } from './Alertas.tsx'
import { CobradoERecebido } from './CobradoERecebido.tsx'
import { dashboardAdminQuery, graficoMensalQuery } from './dashboard.api.ts'
import { EmAbertoPorAtraso } from './EmAbertoPorAtraso.tsx'
import { figurasDoMes } from './figurasDoMes.tsx'
import { OperadoresDoMes } from './OperadoresDoMes.tsx'

export const pedir = (cache: QueryClient) =>
  Promise.all([
    cache.prefetchQuery(dashboardAdminQuery),
    cache.prefetchQuery(graficoMensalQuery),
    cache.prefetchQuery(dashboardOperadoresQuery),
    cache.prefetchQuery(logsRecentesQuery),
  ])

/** What is broken comes before any figure; then the month, its chart, the aging, who works, and what happened last. */
export function AdminDashboardPage() {
  const { data, error, refetch } = useQuery(dashboardAdminQuery)
  const { data: meses } = useQuery(graficoMensalQuery)
  const { primeiros, novos } = useAlertas(data?.alertas)
  const semEnvio = useQuery(avisosQuery).data?.sem_envio ?? null
  useLembrarAviso('/admin/dashboard', data && (data.alertas.length > 0 || semEnvio !== null))
  if (error && !data) {
    return (
      <Page>
        <ErrorState titulo="Não foi possível abrir o dashboard" erro={error} aoTentar={() => void refetch()} />
      </Page>
    )
  }
  return (
    <Page>
      <Alertas alertas={primeiros} />
      <KpiStrip rotulo="Figuras do mês" itens={figurasDoMes(data, meses)} />
      <div className="duas-colunas grid gap-16">
        <CobradoERecebido />
        <EmAbertoPorAtraso faixas={data?.aging} />
      </div>
      {!import.meta.env.SSR && (
        // Not in the sketch (esbocos.tsx): their room is what this browser remembers, and differs on a phone.
        <>
          <OperadoresDoMes />
          <LogsRecentes />
        </>
      )}
      {novos.length > 0 && (
        <div className="alertas-novos grid gap-8">
          <Alertas alertas={novos} />
        </div>
      )}
    </Page>
  )
}
