import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { confirmar } from '#web/ui/confirmar.tsx'
import { copiarTexto } from '#web/ui/copiarTexto.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ContentCopyOutlined } from '#web/ui/icons/ContentCopyOutlined.tsx'
import { useAvisoAoSair } from '#web/ui/useSaida.ts'

interface Props {
  titulo: string
  /** What it is for. */
  texto: string
  segredo: string
  aoFechar: () => void
}

/** A secret, shown only this once: no key, no press outside and no reload takes it away unasked. */
export function Segredo({ titulo, texto, segredo, aoFechar }: Props) {
  useAvisoAoSair()
  const largar = async () => {
    if (await confirmar(LARGAR)) aoFechar()
  }
  return (
    <Dialog
      titulo={titulo}
      largura={560}
      aoFechar={() => void largar()}
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
}

const LARGAR = {
  titulo: 'Fechar sem guardar?',
  texto: 'O que está na tela não é mostrado de novo. Quem o perde precisa criar outro.',
  acao: 'Fechar sem guardar',
  cancelar: 'Voltar e guardar',
  perigo: true,
}
