import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { AddOutlined } from '#web/ui/icons/AddOutlined.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

interface Props<T extends { id: number }> {
  titulo: string
  texto: string
  vazio: string
  acao: string
  /** Beside the button that adds one. */
  outra?: ReactNode
  aoCriar: () => void
  consulta: UseQueryResult<{ data: T[] }>
  children: (item: T) => ReactNode
}

/** A card with a short list and a button that adds to it. */
export function CartaoDaLista<T extends { id: number }>(props: Props<T>) {
  const { titulo, texto, vazio, acao, outra, aoCriar, consulta, children } = props
  const { data, error, refetch } = consulta
  return (
    <section className="cartao folgado stack gap-12" aria-label={titulo}>
      <div className="integracoes-topo row wrap between gap-12">
        <div>
          <h2 className="titulo">{titulo}</h2>
          <p className="cinza">{texto}</p>
        </div>
        {outra}
        <Button variant="tonal" startIcon={<AddOutlined />} onClick={aoCriar}>
          {acao}
        </Button>
      </div>
      {error && !data && <ErrorState titulo="Não foi possível abrir" erro={error} aoTentar={() => void refetch()} />}
      {!data && !error && <Skeleton altura={96} />}
      {data?.data.length === 0 && <p className="cinza">{vazio}</p>}
      {data && data.data.length > 0 && (
        <ul className="integracoes">
          {data.data.map((item) => (
            <li key={item.id} className="row gap-8">
              {children(item)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
