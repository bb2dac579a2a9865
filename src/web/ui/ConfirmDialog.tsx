import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

export interface Confirmacao {
  titulo: string
  /** Names the thing and the consequence. */
  texto: ReactNode
  /** A verb: "Excluir conta", never "OK". */
  acao: string
  perigo?: boolean
  /** null: there is only one answer, as nothing is asked. */
  cancelar?: string | null
}

const WIDTH = 400

/** One question with its consequence, and two answers; or what has to be read, and one. */
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
          {cancelar !== null && (
            <Button data-autofocus={perigo || undefined} onClick={aoFechar}>
              {cancelar}
            </Button>
          )}
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
