import Button from '@mui/material/Button'
import Snackbar from '@mui/material/Snackbar'
import { useSyncExternalStore } from 'react'
import { cor } from '#web/theme.ts'

interface Aviso {
  id: number
  texto: string
  acao?: { rotulo: string; fazer: () => void } | undefined
}
const DURACAO_MS = 5_000
const DURACAO_COM_ACAO_MS = 8_000

let atual: Aviso | null = null
let ultimo = 0
const ouvintes = new Set<() => void>()
function trocar(novo: Aviso | null) {
  atual = novo
  for (const avisar of ouvintes) avisar()
}

/** Says that something worked, at the bottom left, with a way to undo where there is one. The latest word stands. */
export const avisar = (texto: string, acao?: Aviso['acao']) => trocar({ id: ++ultimo, texto, acao })

export function SnackbarHost() {
  const aviso = useSyncExternalStore(
    (ouvir) => {
      ouvintes.add(ouvir)
      return () => ouvintes.delete(ouvir)
    },
    () => atual,
  )
  const fechar = () => atual === aviso && trocar(null)
  return (
    <Snackbar
      key={aviso?.id}
      open={Boolean(aviso)}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      autoHideDuration={aviso?.acao ? DURACAO_COM_ACAO_MS : DURACAO_MS}
      onClose={(_, porque) => porque !== 'clickaway' && fechar()}
      message={aviso?.texto}
      slotProps={{ content: { sx: { background: cor.ink, borderRadius: '8px', fontSize: 14 } } }}
      action={
        aviso?.acao && (
          <Button
            sx={{ color: cor.inkAction, '&:hover': { background: 'rgb(255 255 255 / .08)' } }}
            onClick={() => {
              aviso.acao?.fazer()
              fechar()
            }}
          >
            {aviso.acao.rotulo}
          </Button>
        )
      }
    />
  )
}
