import { useQuery } from '@tanstack/react-query'
import { FiltroPosto } from '#web/ui/FilterButton.tsx'
import { useMudarFiltros } from '#web/ui/useFiltros.ts'
import { importacaoDoBancoQuery } from './conciliacao.queries.ts'

/** The file's name; until it is loaded, the import's number. */
export const NomeDoArquivo = ({ id }: { id: number }) => useNome(id)

/** Only what one file of the bank brought, whatever its day. */
export function FiltroArquivo({ id }: { id: number }) {
  const mudar = useMudarFiltros()
  return <FiltroPosto rotulo="Arquivo" valor={useNome(id)} aoTirar={() => mudar({ importacao_id: undefined })} />
}

function useNome(id: number): string {
  const { data } = useQuery(importacaoDoBancoQuery(id))
  return data?.arquivo ?? `importação ${id}`
}
