import { useQuery } from '@tanstack/react-query'
import { importacaoQuery } from '#web/importacoes/importacoes.queries.ts'
import { FiltroPosto } from '#web/ui/FilterButton.tsx'
import { useMudarFiltros } from '#web/ui/useFiltros.ts'

/** Only what one import made: its result leads here. */
export function FiltroImportacao({ id }: { id: number }) {
  const mudar = useMudarFiltros()
  const { data } = useQuery(importacaoQuery(id))
  return (
    <FiltroPosto
      rotulo="Importação"
      valor={data?.arquivo ?? String(id)}
      aoTirar={() => mudar({ importacao_id: undefined })}
    />
  )
}
