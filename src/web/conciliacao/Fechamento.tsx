import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { hoje } from '#web/api/agora.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { ErrorState } from '#web/ui/estados.tsx'
import { dia, dinheiro, percentual } from '#web/ui/formatos.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { periodoDe, resumoQuery } from './conciliacao.queries.ts'
import { PARTES } from './palavras.ts'

type Resumo = Resposta<'GET /api/admin/conciliacao/resumo'>
/** What came in, then what became of it. */
const FIGURAS = ['recebido', 'aplicado', 'credito', 'sem_dono', 'ignorado', 'devolvido'] as const
type Parte = (typeof FIGURAS)[number]

/** The period's closing: what came in equals what became of it, to the cent; each figure leads to its movements. */
export function Fechamento() {
  const { filtros } = useFiltros()
  const periodo = periodoDe(filtros, hoje())
  const { data, error, refetch } = useQuery(resumoQuery(periodo))
  if (error && !data)
    return <ErrorState titulo="Não foi possível fechar o período" erro={error} aoTentar={() => void refetch()} />
  return (
    <section className="cartao fechamento" aria-label={`Fechamento de ${dia(periodo.de)} a ${dia(periodo.ate)}`}>
      <ul className="fechamento-partes">
        {FIGURAS.map((parte, i) => (
          <li key={parte} data-parte={parte}>
            {i > 0 && (
              <span aria-hidden className="fechamento-sinal">
                {i === 1 ? '=' : '+'}
              </span>
            )}
            <Figura parte={parte} valor={data?.[parte]} />
          </li>
        ))}
      </ul>
      <p className="fechamento-pe miudo">{data ? rodape(data) : ' '}</p>
    </section>
  )
}

function Figura({ parte, valor }: { parte: Parte; valor: number | undefined }) {
  const { filtros } = useFiltros()
  const { periodo, de, ate } = filtros
  const escolhida = filtros.aba === 'movimentos' && filtros.parte === parte
  return (
    <Link
      to="/admin/conciliacao"
      search={{ aba: 'movimentos', parte, periodo, de, ate }}
      className="fechamento-figura"
      aria-current={escolhida ? 'true' : undefined}
    >
      <span className="cinza">{PARTES[parte]}</span>
      <b className={parte === 'sem_dono' && valor ? 'fechamento-falta algarismos' : 'algarismos'}>
        {valor === undefined ? <Skeleton largura={88} /> : dinheiro(valor)}
      </b>
    </Link>
  )
}

function rodape({ recebido, tarifas, taxa_automatica_linhas, taxa_automatica_valor }: Resumo): string {
  const sozinho =
    recebido > 0
      ? `Aplicados automaticamente: ${percentual(taxa_automatica_linhas * 100)} das linhas, ${percentual(taxa_automatica_valor * 100)} do valor.`
      : 'Nada entrou neste período.'
  return tarifas > 0 ? `${sozinho} Tarifas do banco: ${dinheiro(tarifas)}.` : sozinho
}
