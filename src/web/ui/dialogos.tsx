import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react'

interface Aberto {
  id: number
  desenhar: (fechar: () => void) => ReactNode
  fechar: () => void
}
let abertos: Aberto[] = []
let ultimo = 0
const ouvintes = new Set<() => void>()
function trocar(novos: Aberto[]) {
  abertos = novos
  for (const avisar of ouvintes) avisar()
}

/** Opens a dialog from anywhere; resolves with what it was closed with, or undefined when it was dismissed. */
export function abrir<T>(desenhar: (fechar: (resultado?: T) => void) => ReactNode): Promise<T | undefined> {
  const id = ++ultimo
  return new Promise((resolver) => {
    const fechar = (resultado?: T) => {
      trocar(abertos.filter((outro) => outro.id !== id))
      resolver(resultado)
    }
    trocar([...abertos, { id, fechar, desenhar: () => desenhar(fechar) }])
  })
}

interface Confirmacao {
  titulo: string
  /** Names the thing and the consequence. */
  texto: ReactNode
  /** A verb: "Excluir conta", never "OK". */
  acao: string
  perigo?: boolean
  cancelar?: string
}

/** `if (await confirmar({ … }))`: the answer of a person, in one line. */
export async function confirmar(pergunta: Confirmacao): Promise<boolean> {
  return (await abrir<boolean>((fechar) => <ConfirmDialog {...pergunta} responder={fechar} />)) ?? false
}

function ConfirmDialog({
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

export function DialogHost() {
  const lista = useSyncExternalStore(
    (ouvir) => {
      ouvintes.add(ouvir)
      return () => ouvintes.delete(ouvir)
    },
    () => abertos,
  )
  const tela = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was asked over a screen goes away with it
  useEffect(() => () => abertos.forEach(({ fechar }) => void fechar()), [tela])
  // A dialog's code comes when it is first opened.
  return lista.map((um) => (
    <Suspense key={um.id} fallback={null}>
      {um.desenhar(um.fechar)}
    </Suspense>
  ))
}
