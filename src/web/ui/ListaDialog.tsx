import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useId } from 'react'
import { cor } from '#web/theme.ts'
import { AcoesDaLista } from './AcoesDaLista.tsx'
import type { PaginaDe } from './DataTable.tsx'
import { ErrorState } from './estados.tsx'
import { Pager } from './Pager.tsx'

interface Props<T extends { id: number }> {
  titulo: string
  texto: string
  /** What narrows the list. */
  filtros?: ReactNode
  consulta: { data: PaginaDe<T> | undefined; error: unknown; isPlaceholderData: boolean; refetch: () => unknown }
  vazio: ReactNode
  acoes?: ReactNode
  /** All that the filters find, as a spreadsheet. */
  aoExportar: () => Promise<void>
  aoPaginar: (pagina: number) => void
  aoFechar: () => void
  children: (linha: T) => ReactNode
}

/** A server's list in a dialog, with its five states. */
export function ListaDialog<T extends { id: number }>(props: Props<T>) {
  const { titulo, texto, filtros, consulta, vazio, acoes, aoExportar, aoPaginar, aoFechar, children } = props
  const estreita = useMediaQuery('(max-width: 599.95px)')
  const id = useId()
  const { data, error } = consulta
  return (
    <Dialog
      open
      className="lista-dialogo"
      fullScreen={estreita}
      onClose={aoFechar}
      aria-labelledby={id}
      slotProps={{ paper: { sx: { width: estreita ? '100%' : 640, minHeight: 480 } } }}
    >
      <DialogTitle id={id}>{titulo}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', pb: 0 }} aria-busy={!data}>
        <Box sx={{ color: 'text.secondary', mb: 3 }}>{texto}</Box>
        {filtros}
        {error && !data ? (
          <ErrorState titulo="Não foi possível abrir a lista" erro={error} aoTentar={() => consulta.refetch()} />
        ) : !data ? (
          [0, 1, 2, 3, 4].map((n) => <Skeleton key={n} height={64} />)
        ) : data.total === 0 ? (
          vazio
        ) : (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, opacity: consulta.isPlaceholderData ? 0.6 : 1 }}>
            {data.data.map((linha) => (
              <Box component="li" key={linha.id} sx={{ py: 3, borderTop: `1px solid ${cor.rowDivider}` }}>
                {children(linha)}
              </Box>
            ))}
          </Box>
        )}
      </DialogContent>
      {data && data.last_page > 1 && <Pager pagina={data} aoMudar={aoPaginar} />}
      <DialogActions>
        {data && data.total > 0 && (
          <Box sx={{ mr: 'auto' }}>
            <AcoesDaLista aoExportar={aoExportar} compacta={estreita} />
          </Box>
        )}
        {acoes}
        <Button onClick={aoFechar}>Fechar</Button>
      </DialogActions>
    </Dialog>
  )
}
