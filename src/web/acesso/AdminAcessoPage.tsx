import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#web/ui/estados.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'
import { acessoQuery } from './acesso.queries.ts'

const skeleton = () => <SkeletonList linhas={1} altura={320} />
const FormularioDoAcesso = onDemand(() => import('./FormularioDoAcesso.tsx'), 'FormularioDoAcesso', {
  Coming: skeleton,
})

/** The company's rules for signing in. */
export function AdminAcessoPage() {
  const { data, error, refetch } = useQuery(acessoQuery)
  if (error && !data)
    return <ErrorState titulo="Não foi possível abrir o acesso" erro={error} aoTentar={() => void refetch()} />
  return <Page largura={720}>{data ? <FormularioDoAcesso acesso={data} /> : skeleton()}</Page>
}
