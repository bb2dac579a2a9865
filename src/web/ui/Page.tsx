import type { ReactNode } from 'react'
import { faltaAtual } from '#web/api/rede.ts'
import { useEstado } from '#web/api/useEstado.ts'
import { hora } from './formatos.ts'

interface Props {
  children: ReactNode
  /** What stands at the left of the page head: a count, a greeting, a breadcrumb. */
  inicio?: ReactNode
  /** Filters and the one filled action, at the right. */
  acoes?: ReactNode
  /** The page fills the window and one of its parts scrolls, as a table does. */
  cheia?: boolean
  /** Narrower pages: 720 for forms, 960 for reading. */
  largura?: number
}

/** The frame of every padded screen. Its title is the route's, shown by the top bar. */
export function Page({ children, inicio, acoes, cheia = false, largura = 1680 }: Props) {
  const falta = useEstado(faltaAtual)
  return (
    <div className={cheia ? 'pagina cheia' : 'pagina'} style={{ maxWidth: largura }}>
      {(inicio || acoes) && (
        <div className="pagina-topo">
          {inicio && <div className="pagina-inicio">{inicio}</div>}
          {acoes && <div className="pagina-acoes">{acoes}</div>}
        </div>
      )}
      {falta && <div className="pagina-falta">dados de {hora(falta.desde)}</div>}
      {children}
    </div>
  )
}
