import { FiltroIntervalo } from '#web/ui/FiltroIntervalo.tsx'
import { FiltroMenu } from '#web/ui/FiltroMenu.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { PERIODOS } from './conciliacao.queries.ts'

/** The days that the closing and the list are about: this month, unless others are asked for. */
export function Periodo() {
  const { filtros, mudar } = useFiltros()
  const proprio = Boolean(filtros.de || filtros.ate)
  return (
    <>
      {!proprio && (
        <FiltroMenu
          rotulo={filtros.periodo ? 'Período' : 'Período: este mês'}
          valor={filtros.periodo}
          opcoes={PERIODOS}
          aoMudar={(valor) => mudar({ periodo: valor === 'mes' ? undefined : valor })}
        />
      )}
      <FiltroIntervalo rotulo="Dias" tipo="dias" nomes={['de', 'ate']} emVezDe="periodo" />
    </>
  )
}
