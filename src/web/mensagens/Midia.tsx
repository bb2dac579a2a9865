import { useState } from 'react'
import type { Mensagem } from '#contract/mensagens.ts'
import { Button } from '#web/ui/Button.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { tamanho } from '#web/ui/formatos.ts'
import { AttachFileOutlined } from '#web/ui/icons/AttachFileOutlined.tsx'
import { MicOutlined } from '#web/ui/icons/MicOutlined.tsx'
import { VideocamOutlined } from '#web/ui/icons/VideocamOutlined.tsx'
import { useArquivo } from '#web/ui/useArquivo.ts'

const ROTULOS: Partial<Record<Mensagem['tipo'], { rotulo: string; icone: typeof MicOutlined }>> = {
  audio: { rotulo: 'Ouvir áudio', icone: MicOutlined },
  video: { rotulo: 'Baixar vídeo', icone: VideocamOutlined },
  documento: { rotulo: 'Baixar documento', icone: AttachFileOutlined },
}
const chamada = 'GET /api/operador/mensagens/:id/midia'

/** A picture is shown, a voice played, the rest offered to be saved; all fetched with the token. */
export function Midia({ mensagem }: { mensagem: Mensagem }) {
  const [tocar, setTocar] = useState(false)
  if (!mensagem.midia_url) return null
  if (mensagem.tipo === 'imagem') return <Imagem id={mensagem.id} legenda={mensagem.conteudo} />
  const { rotulo, icone: Icone } = ROTULOS[mensagem.tipo] ?? { rotulo: 'Baixar arquivo', icone: AttachFileOutlined }
  const { nome, tamanho: bytes } = mensagem.arquivo ?? { nome: null, tamanho: null }
  if (tocar) return <Audio id={mensagem.id} />
  return (
    <Button
      size="small"
      startIcon={<Icone />}
      onClick={() =>
        mensagem.tipo === 'audio'
          ? setTocar(true)
          : void baixarArquivo(chamada, nome ?? `arquivo-${mensagem.id}`, { id: mensagem.id })
      }
    >
      {mensagem.tipo === 'documento' && nome ? nome : rotulo}
      {bytes !== null && ` · ${tamanho(bytes)}`}
    </Button>
  )
}

const useEndereco = (id: number) => useArquivo(['midia', id], chamada, { id })

function Imagem({ id, legenda }: { id: number; legenda: string }) {
  const { endereco, erro } = useEndereco(id)
  if (erro) return <div className="cinza">A imagem não pôde ser aberta: {erro.message}</div>
  return <img src={endereco} alt={legenda || 'Imagem enviada na conversa'} className="balao-imagem" />
}

function Audio({ id }: { id: number }) {
  const { endereco, erro } = useEndereco(id)
  if (erro) return <div className="cinza">O áudio não pôde ser aberto: {erro.message}</div>
  // biome-ignore lint/a11y/useMediaCaption: a customer's voice note has no captions
  return <audio src={endereco} controls autoPlay aria-label="Áudio do cliente" />
}
