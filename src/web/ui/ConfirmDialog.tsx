import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import type { Confirmacao } from './dialogos.tsx'

const WIDTH = 400

/** One question with its consequence, and two answers. */
export function ConfirmDialog({
  titulo,
  texto,
  acao,
  perigo = false,
  cancelar = 'Cancelar',
  aoConfirmar,
  aoFechar,
}: Confirmacao & { aoConfirmar: () => void; aoFechar: () => void }) {
  return (
    <Dialog
      titulo={titulo}
      largura={WIDTH}
      className="confirm"
      aoFechar={aoFechar}
      acoes={
        <>
          <Button data-autofocus={perigo || undefined} onClick={aoFechar}>
            {cancelar}
          </Button>
          <Button variant="contained" danger={perigo} data-autofocus={!perigo || undefined} onClick={aoConfirmar}>
            {acao}
          </Button>
        </>
      }
    >
      <div className="cinza">{texto}</div>
    </Dialog>
  )
}
