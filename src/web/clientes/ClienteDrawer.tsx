import { useQuery } from '@tanstack/react-query'
import { naoExiste } from '#web/api/erro.ts'
import { ErrorState } from '#web/ui/estados.tsx'
import { PainelAoLado } from '#web/ui/PainelAoLado.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { clienteAdminQuery } from './admin.queries.ts'
import { FichaAdmin } from './FichaAdmin.tsx'

/** One customer beside the list. */
export function ClienteDrawer({ id, aoFechar }: { id: number; aoFechar: () => void }) {
  const { data: lido, error, refetch } = useQuery(clienteAdminQuery(id))
  const data = naoExiste(error) ? undefined : lido
  return (
    <PainelAoLado rotulo="Cliente" titulo={data?.nome ?? 'Cliente'} aoFechar={aoFechar}>
      {error && !data ? (
        <ErrorState titulo="Não foi possível abrir o cliente" erro={error} aoTentar={() => void refetch()} />
      ) : data ? (
        <FichaAdmin cliente={data} />
      ) : (
        <div className="ficha-skeleton grid gap-16">
          <Skeleton largura={120} altura={20} />
          <Skeleton altura={96} />
          <Skeleton altura={240} />
        </div>
      )}
    </PainelAoLado>
  )
}
