import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import type { Resposta } from '#web/api/contrato.ts'
import { ErrorState } from '#web/ui/estados.tsx'
import { dinheiro, percentual, plural } from '#web/ui/formatos.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { resumoQuery } from './contas.queries.ts'

type Resumo = Resposta<'GET /api/operador/contas-receber/resumo'>
type Faixa = Resumo['aging'][number]['faixa']

const BANDAS: readonly { valor: Faixa; rotulo: string }[] = [
  { valor: 'a_vencer', rotulo: 'A vencer' },
  { valor: '1-30', rotulo: '1–30 dias' },
  { valor: '31-60', rotulo: '31–60' },
  { valor: '61-90', rotulo: '61–90' },
  { valor: '90+', rotulo: '+ de 90' },
]

interface Props {
  faixa: string | undefined
  aoFiltrar: (faixa: Faixa | undefined) => void
}

/** What is open, what of it is late, and for how long; each band of the aging is a filter. */
export function ResumoContas({ faixa, aoFiltrar }: Props) {
  const { data, error, refetch } = useQuery(resumoQuery)
  if (error && !data)
    return (
      <div className="cartao resumo-falha">
        <ErrorState titulo="Não foi possível abrir o resumo" erro={error} aoTentar={() => void refetch()} />
      </div>
    )
  return (
    <section className="cartao resumo" aria-label="Resumo das contas">
      <Figura
        rotulo="Em aberto, sem encargos"
        valor={data?.valor_total}
        legenda={
          data &&
          `${plural(data.total_contas, 'conta', 'contas')} de ${plural(data.clientes_vinculados, 'cliente', 'clientes')}${contestado(data)}`
        }
      />
      <Figura
        rotulo="Vencido, sem encargos"
        valor={data?.valor_vencido}
        vencido={Boolean(data?.valor_vencido)}
        legenda={
          data &&
          `${plural(data.contas_vencidas, 'conta', 'contas')}, ${percentual(data.valor_total ? (data.valor_vencido / data.valor_total) * 100 : 0)} do valor`
        }
      />
      <fieldset className="resumo-faixas flex gap-4 shrink" aria-label="Por tempo de atraso">
        {BANDAS.map((uma, indice) => (
          <Banda
            key={uma.valor}
            indice={indice}
            resumo={data}
            faixa={uma}
            ativa={faixa === uma.valor}
            aoFiltrar={aoFiltrar}
          />
        ))}
      </fieldset>
    </section>
  )
}

/** The part of the total in dispute: it is still owed, and waits for an answer. */
const contestado = ({ valor_contestado }: Resumo) =>
  valor_contestado > 0 ? `, ${dinheiro(valor_contestado)} contestados` : ''

interface FiguraProps {
  rotulo: string
  valor: number | undefined
  legenda: string | undefined
  vencido?: boolean
}

function Figura({ rotulo, valor, legenda, vencido = false }: FiguraProps) {
  return (
    <div className="resumo-figura">
      <div className="figura-rotulo">{rotulo}</div>
      <div className={vencido ? 'figura-valor vencido' : 'figura-valor'}>
        {valor === undefined ? <Skeleton largura={150} /> : dinheiro(valor)}
      </div>
      <div className="figura-legenda miudo">{legenda ?? <Skeleton largura={120} />}</div>
    </div>
  )
}

interface BandaProps {
  indice: number
  resumo: Resumo | undefined
  faixa: (typeof BANDAS)[number]
  ativa: boolean
  aoFiltrar: (faixa: Faixa | undefined) => void
}

/** Its width follows its share of the money, with a floor so that it can be read and pressed. */
function Banda({ indice, resumo, faixa, ativa, aoFiltrar }: BandaProps) {
  const linha = resumo?.aging.find((uma) => uma.faixa === faixa.valor)
  const parte = resumo?.valor_total ? (linha?.valor ?? 0) / resumo.valor_total : 0.2
  return (
    <button
      type="button"
      aria-pressed={ativa}
      className="resumo-faixa"
      style={{ '--parte': Math.max(0.02, parte) } as CSSProperties}
      onClick={() => aoFiltrar(ativa ? undefined : faixa.valor)}
    >
      <div className="pintado" style={{ background: `var(--late-${indice})` }} />
      <div className="miudo cinza">{faixa.rotulo}</div>
      <div className="negrito nowrap algarismos">{resumo ? dinheiro(linha?.valor ?? 0) : <Skeleton altura={20} />}</div>
      <div className="miudo">{resumo ? plural(linha?.contas ?? 0, 'conta', 'contas') : <Skeleton largura={50} />}</div>
    </button>
  )
}
