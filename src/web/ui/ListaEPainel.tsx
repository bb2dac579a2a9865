import type { ReactNode } from 'react'
import { DataTable } from './DataTable.tsx'
import { Page } from './Page.tsx'
import type { ComId, TabelaProps } from './tabela.ts'
import { useFiltros, useRegistro } from './useFiltros.ts'
import './painel-ao-lado.css'

interface Props<T extends ComId> extends Omit<TabelaProps<T>, 'aoPaginar' | 'aoAbrir' | 'abertoId' | 'alturaLinha'> {
  /** The name under which the address keeps the open record: `promessa`. */
  nome: string
  /** The search and the filters over it. */
  barra: ReactNode
  painel: (um: T, aoFechar: () => void) => ReactNode
}

/** A list of two-line rows and, beside it, the one that the address opens. */
export function ListaEPainel<T extends ComId & { id: number }>({ nome, barra, painel, ...tabela }: Props<T>) {
  const { mudar } = useFiltros()
  const { aberto, abrir, fechar } = useRegistro(nome)
  const um = tabela.consulta.data?.data.find(({ id }) => id === aberto)
  return (
    <div className="lista-e-painel flex">
      <div>
        <Page cheia>
          {barra}
          <DataTable
            {...tabela}
            alturaLinha={56}
            aoPaginar={(page) => mudar({ page }, { empurrar: true })}
            aoAbrir={({ id }) => abrir(id)}
            abertoId={um?.id}
          />
        </Page>
      </div>
      {um && painel(um, fechar)}
    </div>
  )
}
