import Button from '@mui/material/Button'
import Snackbar from '@mui/material/Snackbar'
import { cor } from '#web/theme.ts'
import type { Aviso } from './avisos.tsx'
import { ComTema } from './ComTema.tsx'

const DURACAO_MS = 5_000
const DURACAO_COM_ACAO_MS = 8_000

/** The word at the bottom left. */
export function AvisoDeBaixo({ aviso, aoFechar }: { aviso: Aviso | null; aoFechar: () => void }) {
  return (
    <ComTema>
      <Snackbar
        key={aviso?.id}
        open={Boolean(aviso)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        autoHideDuration={aviso?.acao ? DURACAO_COM_ACAO_MS : DURACAO_MS}
        onClose={(_, porque) => porque !== 'clickaway' && aoFechar()}
        message={aviso?.texto}
        slotProps={{ content: { sx: { background: cor.ink, borderRadius: '8px', fontSize: 14 } } }}
        action={
          aviso?.acao && (
            <Button
              sx={{ color: cor.inkAction, '&:hover': { background: 'rgb(255 255 255 / .08)' } }}
              onClick={() => {
                aviso.acao?.fazer()
                aoFechar()
              }}
            >
              {aviso.acao.rotulo}
            </Button>
          )
        }
      />
    </ComTema>
  )
}
