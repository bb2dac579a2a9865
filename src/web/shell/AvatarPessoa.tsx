import Avatar from '@mui/material/Avatar'
import { cor } from '#web/theme.ts'
import { iniciais } from '#web/ui/formatos.ts'

const GERADOR = 'https://ui-avatars.com/api/'

/** Initials drawn by an outside service; where it cannot be reached, the same initials drawn here. */
export function AvatarPessoa({ nome, tamanho = 36 }: { nome: string; tamanho?: number }) {
  const imagem = `${GERADOR}?${new URLSearchParams({ name: iniciais(nome), size: String(tamanho * 2), background: 'E8F1FB', color: '0D47A1', bold: 'true' })}`
  return (
    <Avatar
      src={imagem}
      alt=""
      sx={{
        width: tamanho,
        height: tamanho,
        background: cor.primaryTint,
        color: cor.primaryDeep,
        fontSize: tamanho * 0.38,
        fontWeight: 600,
      }}
    >
      {iniciais(nome)}
    </Avatar>
  )
}
