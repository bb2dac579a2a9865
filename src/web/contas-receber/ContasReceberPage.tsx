import { Carregando } from '#web/ui/Carregando.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { useFiltros, useVoltar } from '#web/ui/useFiltros.ts'
import { ListaDeContas } from './ListaDeContas.tsx'

const ImportarXml = onDemand(() => import('#web/importacoes/ImportarXml.tsx'), 'ImportarXml', { Coming: Carregando })

/** Accounts receivable: the list, or the import of notes. */
export function ContasReceberPage() {
  const { filtros } = useFiltros()
  const sair = useVoltar({ importar: undefined, importacao: undefined, page: undefined })
  return filtros.importar === 'xml' ? <ImportarXml aoSair={sair} /> : <ListaDeContas />
}
