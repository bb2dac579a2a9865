import { useQuery } from '@tanstack/react-query'
import { fraseDe } from '#web/api/erro.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'
import { AchadosCard } from './AchadosCard.tsx'
import { CopiasCard } from './CopiasCard.tsx'
import { saudeQuery } from './saude.queries.ts'
import './saude.css'

/** Whether the company could be restored, and what on its machine needs attention: the same as npm run doctor. */
export function AdminSaudePage() {
  const { data, error, isFetching, refetch } = useQuery(saudeQuery)
  if (error && !data)
    return <ErrorState titulo="Não foi possível examinar o sistema" erro={error} aoTentar={() => void refetch()} />
  return (
    <Page largura={960}>
      {data ? (
        <div className="stack gap-16">
          {error && <Alert tom="error">O novo exame não pôde ser feito. {fraseDe(error)}</Alert>}
          <CopiasCard copias={data.copias} />
          <AchadosCard saude={data} examinando={isFetching} aoExaminar={() => void refetch()} />
        </div>
      ) : (
        <SkeletonList linhas={2} altura={260} />
      )}
    </Page>
  )
}
