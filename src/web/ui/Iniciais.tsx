import Box from '@mui/material/Box'
import { cor } from '#web/theme.ts'
import { iniciais } from './formatos.ts'

/** A person in a list, by the initials; the name stands beside it. */
export const Iniciais = ({ nome, tamanho }: { nome: string; tamanho: number }) => (
  <Box
    aria-hidden
    sx={{
      width: tamanho,
      height: tamanho,
      flexShrink: 0,
      borderRadius: '50%',
      background: cor.surfaceAlt,
      color: 'text.secondary',
      display: 'grid',
      placeItems: 'center',
      fontSize: tamanho < 32 ? 10 : 12,
      fontWeight: 600,
    }}
  >
    {iniciais(nome)}
  </Box>
)
