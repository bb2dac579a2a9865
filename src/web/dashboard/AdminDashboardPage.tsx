import { useQuery } from '@tanstack/react-query'
import { LogsRecentes } from '#web/logs/LogsRecentes.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { KpiStrip } from '#web/ui/KpiStrip.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Alertas, useAlertas } from './Alertas.tsx'
import { CobradoERecebido } from './CobradoERecebido.tsx'
import { Compromissos } from './Compromissos.tsx'
import { dashboardAdminQuery, graficoMensalQuery } from './dashboard.queries.ts'
import { EmAbertoPorAtraso } from './EmAbertoPorAtraso.tsx'
import { figurasDoMes } from './figurasDoMes.tsx'
import { OperadoresDoMes } from './OperadoresDoMes.tsx'
import { PrimeirosPassos } from './PrimeirosPassos.tsx'

/** Alerts and what a new company has still to do come before any figure; then the month, its chart, the aging, the operators, and the latest log entries. */
export function AdminDashboardPage() {
  const { data, error, refetch } = useQuery(dashboardAdminQuery)
  const { data: meses } = useQuery(graficoMensalQuery)
  const { primeiros, novos } = useAlertas(data?.alertas)
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
      <PrimeirosPassos aging={data?.aging} meses={meses} />
      <KpiStrip rotulo="Indicadores do mês" itens={figurasDoMes(data, meses)} />
      <div className="duas-colunas grid gap-16">
        <CobradoERecebido />
        <EmAbertoPorAtraso faixas={data?.aging} />
      </div>
      <Compromissos data={data} />
      <OperadoresDoMes />
      <LogsRecentes />
      {novos.length > 0 && (
        <div className="alertas-novos grid gap-8">
          <Alertas alertas={novos} />
        </div>
      )}
    </Page>
  )
}
