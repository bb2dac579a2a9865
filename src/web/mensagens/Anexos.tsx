import { useEffect, useState } from 'react'
import { novaChave } from '#web/api/novaChave.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { tamanho } from '#web/ui/formatos.ts'
import { CloseOutlined } from '#web/ui/icons/CloseOutlined.tsx'
import { DescriptionOutlined } from '#web/ui/icons/DescriptionOutlined.tsx'
import { useAnexados } from './useAnexos.ts'

interface Props {
  arquivos: readonly File[]
  erro: string
  aoTirar: (arquivo: File) => void
}

/** A file chosen twice is two files, alike in all that can be read of them. */
const chaves = new WeakMap<File, string>()
const chaveDe = (arquivo: File) => chaves.get(arquivo) ?? chaves.set(arquivo, novaChave()).get(arquivo)

/** What goes with the next message, above the field in which its caption is written. */
export function Anexos({ arquivos, erro, aoTirar }: Props) {
  return (
    <>
      {arquivos.length > 0 && (
        <ul aria-label="Arquivos a enviar" className="anexos flex gap-8">
          {arquivos.map((arquivo) => (
            <li key={chaveDe(arquivo)}>
              <Miniatura arquivo={arquivo} />
              <div>
                <div className="cortado">{arquivo.name}</div>
                <div className="cinza">{tamanho(arquivo.size)}</div>
              </div>
              <IconButton size="small" aria-label={`Tirar ${arquivo.name}`} onClick={() => aoTirar(arquivo)}>
                <CloseOutlined size={18} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <span role="status" className="so-leitor">
        {arquivos.length > 0 && `Para enviar: ${arquivos.map(({ name }) => name).join(', ')}`}
      </span>
      <div role="alert" className="anexos-erro menor">
        {erro}
      </div>
    </>
  )
}

/** What was chosen for a customer to whom nothing may be written now: it is kept, and may be taken away. */
export function AnexosGuardados({ clienteId }: { clienteId: number }) {
  const { arquivos, tirar } = useAnexados(clienteId)
  if (arquivos.length === 0) return null
  return (
    <div className="anexos-guardados">
      <Anexos arquivos={arquivos} erro="" aoTirar={tirar} />
    </div>
  )
}

/** A picture shows itself, a document its icon. */
export function Miniatura({ arquivo, lado = 40 }: { arquivo: File; lado?: number }) {
  const [endereco, setEndereco] = useState<string>()
  const imagem = arquivo.type.startsWith('image/')
  useEffect(() => {
    if (!imagem) return
    const novo = URL.createObjectURL(arquivo)
    setEndereco(novo)
    return () => URL.revokeObjectURL(novo)
  }, [arquivo, imagem])
  if (!imagem) return <DescriptionOutlined aria-hidden size={Math.min(lado, 40)} className="cinza" />
  return <img src={endereco} alt="" className="miniatura" style={{ width: lado, height: lado }} />
}
