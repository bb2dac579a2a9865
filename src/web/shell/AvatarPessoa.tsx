import { useState } from 'react'
import { iniciais } from '#web/ui/formatos.ts'

const GERADOR = 'https://ui-avatars.com/api/'
const TAMANHO = 36

/** Initials drawn by an outside service; where it cannot be reached, the same initials drawn here. */
export function AvatarPessoa({ nome }: { nome: string }) {
  const [falhou, setFalhou] = useState(false)
  const imagem = `${GERADOR}?${new URLSearchParams({ name: iniciais(nome), size: String(TAMANHO * 2), background: 'E8F1FB', color: '0D47A1', bold: 'true' })}`
  return (
    <span className="avatar" aria-hidden>
      {iniciais(nome)}
      {!falhou && <img src={imagem} alt="" width={TAMANHO} height={TAMANHO} onError={() => setFalhou(true)} />}
    </span>
  )
}
