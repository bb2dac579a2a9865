import type { ReactNode } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import type { Fonte } from '#web/clientes/clientes.queries.ts'
import { usePaginas } from '#web/clientes/usePaginas.ts'
import { FilaPane } from '#web/mesa/fila/FilaPane.tsx'
import { Mesa } from './Mesa.tsx'

interface Props {
  topo: ReactNode
  fonte: Fonte
  pertence: (cliente: Cliente) => boolean
  vazio: ReactNode
}

/** The desk over a plain list of customers, one of whom is open. */
export function MesaDaLista({ topo, fonte, pertence, vazio }: Props) {
  const paginas = usePaginas(fonte)
  return (
    <Mesa
      lista={
        <FilaPane
          topo={
            <div data-busca-da-fila className="grid gap-8">
              {topo}
            </div>
          }
          paginas={paginas}
          trechos={[{ titulo: '', de: 0, ate: paginas.total }]}
          pertence={pertence}
          vazio={vazio}
        />
      }
    />
  )
}
