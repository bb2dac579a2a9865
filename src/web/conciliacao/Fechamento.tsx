import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { hoje } from '#web/api/agora.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { ErrorState } from '#web/ui/estados.tsx'
import { dia, dinheiro, percentual } from '#web/ui/formatos.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { periodoDe, resumoQuery } from './conciliacao.queries.ts'

type Resumo = Resposta<'GET /api/admin/conciliacao/resumo'>
type Parte = 'recebido' | 'aplicado' | 'credito' | 'sem_dono' | 'ignorado' | 'devolvido'

const PARTES: { parte: Parte; rotulo: string; sinal?: string }[] = [
  { parte: 'recebido', rotulo: 'Recebido' },
  { parte: 'aplicado', rotulo: 'Aplicado a contas', sinal: '=' },
  { parte: 'credito', rotulo: 'Crédito a devolver', sinal: '+' },
  { parte: 'sem_dono', rotulo: 'Sem dono', sinal: '+' },
  { parte: 'ignorado', rotulo: 'Ignorado', sinal: '+' },
  { parte: 'devolvido', rotulo: 'Devolvido', sinal: '+' },
]

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
        {PARTES.map(({ parte, rotulo, sinal }) => (
          <li key={parte} data-parte={parte}>
            {sinal && (
              <span aria-hidden className="fechamento-sinal">
                {sinal}
              </span>
            )}
            <Figura parte={parte} rotulo={rotulo} valor={data?.[parte]} />
          </li>
        ))}
      </ul>
      <p className="fechamento-pe miudo">{data ? rodape(data) : ' '}</p>
    </section>
  )
}

function Figura({ parte, rotulo, valor }: { parte: Parte; rotulo: string; valor: number | undefined }) {
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
      <span className="cinza">{rotulo}</span>
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
