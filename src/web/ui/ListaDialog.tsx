import type { ReactNode } from 'react'
import { AcoesDaLista } from './AcoesDaLista.tsx'
import { Button } from './Button.tsx'
import type { PaginaDe } from './DataTable.tsx'
import { Dialog } from './Dialog.tsx'
import { ErrorState } from './estados.tsx'
import { Pager } from './Pager.tsx'
import { PaginaPassada } from './PaginaPassada.tsx'
import { SkeletonList } from './Skeleton.tsx'
import { useMedia } from './useMedia.ts'
import './lista-dialogo.css'

interface Props<T extends { id: number }> {
  titulo: string
  texto: string
  /** What narrows the list. */
  filtros?: ReactNode
  consulta: { data: PaginaDe<T> | undefined; error: unknown; isPlaceholderData: boolean; refetch: () => unknown }
  vazio: ReactNode
  acoes?: ReactNode
  /** All that the filters find, as a spreadsheet. */
  aoExportar?: () => Promise<void>
  aoPaginar: (pagina: number) => void
  aoFechar: () => void
  children: (linha: T) => ReactNode
}

/** A server's list in a dialog, with its five states. */
export function ListaDialog<T extends { id: number }>(props: Props<T>) {
  const { titulo, texto, filtros, consulta, vazio, acoes, aoExportar, aoPaginar, aoFechar, children } = props
  const estreita = useMedia('(max-width: 599.95px)')
  const { data, error } = consulta
  return (
    <Dialog
      titulo={titulo}
      largura={640}
      className="lista-dialogo"
      aoFechar={aoFechar}
      acoes={
        <>
          {aoExportar && data && data.total > 0 && (
            <div className="at-start">
              <AcoesDaLista aoExportar={aoExportar} compacta={estreita} />
            </div>
          )}
          {acoes}
          <Button onClick={aoFechar}>Fechar</Button>
        </>
      }
    >
      <div className="lista-dialogo-corpo" aria-busy={!data}>
        <p className="cinza">{texto}</p>
        {filtros}
        {error && !data ? (
          <ErrorState titulo="Não foi possível abrir a lista" erro={error} aoTentar={() => consulta.refetch()} />
        ) : !data ? (
          <SkeletonList linhas={5} altura={64} />
        ) : data.total === 0 ? (
          vazio
        ) : data.data.length === 0 ? (
          <PaginaPassada ultima={data.last_page} aoPaginar={aoPaginar} />
        ) : (
          <ul className={consulta.isPlaceholderData ? 'velha' : ''}>
            {data.data.map((linha) => (
              <li key={linha.id}>{children(linha)}</li>
            ))}
          </ul>
        )}
        {data && data.last_page > 1 && <Pager pagina={data} aoMudar={aoPaginar} />}
      </div>
    </Dialog>
  )
}
