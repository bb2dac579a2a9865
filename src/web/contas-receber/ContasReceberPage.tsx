import { lazy, Suspense } from 'react'
import { Carregando } from '#web/shell/Carregando.tsx'
import { useFiltros, useVoltar } from '#web/ui/useFiltros.ts'

const trazerLista = () => import('./ListaDeContas.tsx')
const trazerImportar = () => import('#web/importacoes/ImportarXml.tsx')
// The face that the address asks for comes along with the page.
void (new URLSearchParams(window.location.search).get('importar') === 'xml' ? trazerImportar() : trazerLista())

const ListaDeContas = lazy(async () => ({ default: (await trazerLista()).ListaDeContas }))
const ImportarXml = lazy(async () => ({ default: (await trazerImportar()).ImportarXml }))

/** Accounts receivable: the list, or the import of notes, which fetch nothing of each other. */
export function ContasReceberPage() {
  const { filtros } = useFiltros()
  const sair = useVoltar({ importar: undefined, importacao: undefined })
  return (
    <Suspense fallback={<Carregando />}>
      {filtros.importar === 'xml' ? <ImportarXml aoSair={sair} /> : <ListaDeContas />}
    </Suspense>
  )
}
