import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#web/ui/estados.tsx'
import { PainelAoLado } from '#web/ui/PainelAoLado.tsx'
import { clienteAdminQuery } from './admin.api.ts'
import { FichaAdmin } from './FichaAdmin.tsx'

/** One customer beside the list. */
export function ClienteDrawer({ id, aoFechar }: { id: number; aoFechar: () => void }) {
  const { data, error, refetch } = useQuery(clienteAdminQuery(id))
  return (
    <PainelAoLado rotulo="Cliente" titulo={data?.nome ?? 'Cliente'} aoFechar={aoFechar}>
      {error && !data ? (
        <ErrorState titulo="Não foi possível abrir o cliente" erro={error} aoTentar={() => void refetch()} />
      ) : data ? (
        <FichaAdmin cliente={data} />
      ) : (
        <Box sx={{ p: 5, display: 'grid', gap: 4 }}>
          <Skeleton width={120} height={32} />
          <Skeleton variant="rounded" height={96} />
          <Skeleton variant="rounded" height={240} />
        </Box>
      )}
    </PainelAoLado>
  )
}
