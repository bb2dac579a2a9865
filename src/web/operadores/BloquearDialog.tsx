import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { plural } from '#web/ui/formatos.ts'
import { operadorQuery, useAcoesOperadores } from './operadores.api.ts'

interface Props {
  um: { id: number; name: string }
  aoFechar: () => void
}

/** Names the person and says, with real numbers, what becomes of each kind of customer. Cancel has the focus. */
export function BloquearDialog({ um, aoFechar }: Props) {
  const { data, error } = useQuery(operadorQuery(um.id))
  const { bloquear } = useAcoesOperadores()
  const confirmar = () =>
    bloquear.mutate(um.id, {
      onSuccess: () => {
        avisar(`${um.name} foi bloqueado e não entra mais.`)
        aoFechar()
      },
      onError: (erro) => avisar(fraseDe(erro)),
    })
  return (
    <Dialog open onClose={aoFechar} aria-labelledby="bloquear-titulo" slotProps={{ paper: { sx: { width: 480 } } }}>
      <DialogTitle id="bloquear-titulo">Bloquear {um.name}?</DialogTitle>
      <DialogContent>
        <Typography>A pessoa sai do sistema agora e não entra até ser reativada.</Typography>
        {error ? (
          <Typography color="error">{fraseDe(error)}</Typography>
        ) : data ? (
          <Typography component="div" sx={{ mt: 3, color: 'text.secondary' }}>
            <ul style={{ margin: 0, paddingLeft: 20 }}>
              <li>
                {plural(data.clientes_vinculados, 'cliente fica', 'clientes ficam')} sem dono, à vista de todos os
                operadores.
              </li>
              <li>
                {data.clientes_em_atendimento === 0
                  ? 'Ninguém está em atendimento com esta pessoa.'
                  : `${plural(data.clientes_em_atendimento, 'atendimento volta', 'atendimentos voltam')} para a fila.`}
              </li>
              <li>Mensagens escritas e ainda não enviadas são canceladas.</li>
            </ul>
          </Typography>
        ) : (
          <Skeleton height={72} />
        )}
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={aoFechar}>
          Cancelar
        </Button>
        <Button variant="contained" color="error" loading={bloquear.isPending} onClick={confirmar}>
          Bloquear operador
        </Button>
      </DialogActions>
    </Dialog>
  )
}
