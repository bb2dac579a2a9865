import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { copiarTexto } from '#web/ui/copiarTexto.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ContentCopyOutlined } from '#web/ui/icons/ContentCopyOutlined.tsx'

interface Props {
  titulo: string
  /** What it is for. */
  texto: string
  segredo: string
  aoFechar: () => void
}

/** A secret, shown only this once. */
export const Segredo = ({ titulo, texto, segredo, aoFechar }: Props) => (
  <Dialog
    titulo={titulo}
    largura={560}
    aoFechar={aoFechar}
    acoes={
      <>
        <Button startIcon={<ContentCopyOutlined />} onClick={() => void copiarTexto(segredo, 'Copiado.')}>
          Copiar
        </Button>
        <Button variant="contained" onClick={aoFechar}>
          Já guardei
        </Button>
      </>
    }
  >
    <div className="stack gap-12">
      <p>{texto}</p>
      <code className="segredo">{segredo}</code>
      <Alert tom="warning">Ele só é mostrado agora. Guarde-o onde o programa o lê; se o perder, crie outro.</Alert>
    </div>
  </Dialog>
)
