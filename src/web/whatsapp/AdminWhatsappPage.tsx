import { useQuery } from '@tanstack/react-query'
import { Carregando } from '#web/ui/Carregando.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useFiltros, useVoltar } from '#web/ui/useFiltros.ts'
import { conexaoQuery } from './whatsapp.queries.ts'
import './whatsapp.css'

const Conexao = onDemand(() => import('./Conexao.tsx'), 'Conexao', { Coming: () => <ConexaoSkeleton /> })
const PassosDaConta = onDemand(() => import('./PassosDaConta.tsx'), 'PassosDaConta', { Coming: Carregando })

/** The connection as it stands, or the steps that make one. */
export function AdminWhatsappPage() {
  const { data, error, refetch } = useQuery(conexaoQuery)
  const { filtros, mudar } = useFiltros()
  const sair = useVoltar({ passos: undefined, passo: undefined })
  if (error && !data)
    return <ErrorState titulo="Não foi possível ver a conexão" erro={error} aoTentar={() => void refetch()} />
  if (!data) return <ConexaoSkeleton />
  if (filtros.passos) return <PassosDaConta conexao={data} aoSair={sair} />
  return <Conexao conexao={data} aoLigar={() => mudar({ passos: '1' }, { empurrar: true })} />
}

const ConexaoSkeleton = () => (
  <Page>
    <Skeleton altura={86} />
    <div className="conexao-grade grid gap-16">
      <Skeleton altura={360} />
      <Skeleton altura={360} />
    </div>
  </Page>
)
