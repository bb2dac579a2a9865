import { useState } from 'react'
import { iniciais } from '#web/ui/formatos.ts'

const GERADOR = 'https://ui-avatars.com/api/'
const TAMANHO = 36
const SEM_GERADOR = 'avatar-indisponivel'

/**
 * Initials drawn by an outside service; where it cannot be reached, the same initials drawn here. Once it could not, it is
 * not asked again by this window: each failure is an error in the browser's console.
 */
export function AvatarPessoa({ nome }: { nome: string }) {
  const [falhou, setFalhou] = useState(sessionStorage.getItem(SEM_GERADOR) !== null)
  const imagem = `${GERADOR}?${new URLSearchParams({ name: iniciais(nome), size: String(TAMANHO * 2), background: 'E8F1FB', color: '0D47A1', bold: 'true' })}`
  const desistir = () => {
    sessionStorage.setItem(SEM_GERADOR, '1')
    setFalhou(true)
  }
  return (
    <span className="avatar" aria-hidden>
      {iniciais(nome)}
      {!falhou && <img src={imagem} alt="" width={TAMANHO} height={TAMANHO} onError={desistir} />}
    </span>
  )
}
