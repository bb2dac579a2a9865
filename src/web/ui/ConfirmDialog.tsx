import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { Confirmacao } from './dialogos.tsx'

/** One question with its consequence, and two answers. */
export function ConfirmDialog({
  titulo,
  texto,
  acao,
  perigo,
  cancelar = 'Cancelar',
  responder,
}: Confirmacao & { responder: (sim: boolean) => void }) {
  return (
    <Dialog
      open
      onClose={() => responder(false)}
      aria-labelledby="confirmar-titulo"
      aria-describedby="confirmar-texto"
      slotProps={{ paper: { sx: { width: 400 } } }}
    >
      <DialogTitle id="confirmar-titulo">{titulo}</DialogTitle>
      <DialogContent id="confirmar-texto" sx={{ color: 'text.secondary' }}>
        {texto}
      </DialogContent>
      <DialogActions>
        <Button autoFocus={Boolean(perigo)} onClick={() => responder(false)}>
          {cancelar}
        </Button>
        <Button
          variant="contained"
          color={perigo ? 'error' : 'primary'}
          autoFocus={!perigo}
          onClick={() => responder(true)}
        >
          {acao}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
