import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Mensagem } from '#contract/mensagens.ts'
import { baixar } from '#web/api/callApi.ts'
import { Button } from '#web/ui/Button.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { tamanho } from '#web/ui/formatos.ts'
import { AttachFileOutlined } from '#web/ui/icons/AttachFileOutlined.tsx'
import { MicOutlined } from '#web/ui/icons/MicOutlined.tsx'
import { VideocamOutlined } from '#web/ui/icons/VideocamOutlined.tsx'

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

/** The bytes as an address of this page, freed when it is no longer shown. */
function useEndereco(id: number) {
  const consulta = useQuery({
    queryKey: ['midia', id],
    queryFn: () => baixar(chamada, { id }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [endereco, setEndereco] = useState<string>()
  const dados = consulta.data?.dados
  useEffect(() => {
    if (!dados) return
    const novo = URL.createObjectURL(dados)
    setEndereco(novo)
    return () => URL.revokeObjectURL(novo)
  }, [dados])
  return { endereco, erro: consulta.error }
}

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
