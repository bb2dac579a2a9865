import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#web/ui/estados.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'
import { BancoCard } from './BancoCard.tsx'
import { FormularioEmpresa } from './FormularioEmpresa.tsx'
import { FormularioPix } from './FormularioPix.tsx'
import { FormularioRegras } from './FormularioRegras.tsx'
import { recebimentoQuery } from './recebimento.queries.ts'
import './recebimento.css'

/** How money comes in: the Pix key and who receives, the bank that reports payments, and the rules until one is confirmed. */
export function AdminRecebimentoPage() {
  const { data, error, refetch } = useQuery(recebimentoQuery)
  if (error && !data)
    return <ErrorState titulo="Não foi possível abrir o recebimento" erro={error} aoTentar={() => void refetch()} />
  return (
    <Page largura={720}>
      {data ? (
        <>
          <FormularioPix recebimento={data} />
          <BancoCard recebimento={data} />
          <FormularioRegras recebimento={data} />
          <FormularioEmpresa recebimento={data} />
        </>
      ) : (
        <SkeletonList linhas={3} altura={240} />
      )}
    </Page>
  )
}
