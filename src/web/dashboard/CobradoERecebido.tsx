import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'
import type { Resposta } from '#web/api/contrato.ts'
import { EmptyState, ErrorState } from '#web/ui/estados.tsx'
import { ano, mesCurto, mesInteiro, numero, valor } from '#web/ui/formatos.ts'
import { BarChartOutlined } from '#web/ui/icons/BarChartOutlined.tsx'
import { TableRowsOutlined } from '#web/ui/icons/TableRowsOutlined.tsx'
import { Quadro } from '#web/ui/Quadro.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { graficoMensalQuery } from './dashboard.queries.ts'
import { GraficoMensal, Legenda } from './GraficoMensal.tsx'
import { resumido } from './numeros.ts'

type Meses = Resposta<'GET /api/admin/dashboard/grafico-mensal'>
const ALTURA = 252

/** The year as a picture or as a table, the same figures in both. */
export function CobradoERecebido() {
  const { data: meses, error, refetch } = useQuery(graficoMensalQuery)
  // Deferred: the chart is drawn after the rest of the screen.
  const data = useDeferredValue(meses, undefined)
  const [tabela, setTabela] = useState(false)
  const outro = tabela ? 'Ver o gráfico' : 'Ver em tabela'
  return (
    <Quadro
      titulo="Cobrado e recebido por mês"
      legenda={data ? resumo(data) : ''}
      acao={
        <button
          type="button"
          className="icon-button"
          title={outro}
          aria-label={outro}
          onClick={() => setTabela(!tabela)}
        >
          {tabela ? <BarChartOutlined size={20} /> : <TableRowsOutlined size={20} />}
        </button>
      }
    >
      <div className={tabela ? 'ano stack em-tabela' : 'ano stack'}>
        {error && !data ? (
          <ErrorState titulo="Não foi possível abrir o gráfico" erro={error} aoTentar={() => void refetch()} />
        ) : !data ? (
          <Skeleton altura={ALTURA} />
        ) : data.every(({ cobrado, recebido }) => cobrado === 0 && recebido === 0) ? (
          <EmptyState
            icone={BarChartOutlined}
            titulo="Nada cobrado nem recebido ainda"
            texto="O gráfico começa no mês em que vence a primeira conta."
          />
        ) : tabela ? (
          <TabelaDosMeses meses={data} />
        ) : (
          <>
            <Legenda />
            <GraficoMensal meses={data} />
          </>
        )}
      </div>
    </Quadro>
  )
}

/** "778" and "29,1 mil": below a thousand, a tenth of a real would be no money. */
const emReais = (n: number) => resumido(n < 1000 ? Math.round(n) : n)

function resumo(meses: Meses): ReactNode {
  const corrente = meses.at(-1)
  if (!corrente) return ''
  const { mes, cobrado, recebido } = corrente
  return (
    <>
      <span className="junto">em reais · {mesInteiro(mes)} até hoje:</span>{' '}
      <span className="junto">
        {emReais(cobrado)} cobrados, {emReais(recebido)} recebidos
      </span>
    </>
  )
}

function TabelaDosMeses({ meses }: { meses: Meses }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone
    <section className="rola-de-lado" tabIndex={0} aria-label="Tabela por mês">
      <table className="tabela" aria-label="Cobrado e recebido por mês">
        <thead>
          <tr>
            {['Mês', 'Cobrado', 'Recebido', 'Enviadas', 'Recebidas'].map((nome) => (
              <th key={nome} scope="col">
                {nome}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...meses].reverse().map((mes) => (
            <tr key={mes.mes}>
              <th scope="row">
                {mesCurto(mes.mes)}/{ano(mes.mes)}
              </th>
              <td>{valor(mes.cobrado)}</td>
              <td>{valor(mes.recebido)}</td>
              <td>{numero(mes.enviadas)}</td>
              <td>{numero(mes.recebidas)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
