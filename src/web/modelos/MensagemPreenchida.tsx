import Box from '@mui/material/Box'
import type { Valores } from '#domain/modelo.ts'
import { partesPreenchidas } from './partes.ts'

/** A text with a customer's data in place; `sublinhar` shows what came from the data. */
export function MensagemPreenchida({
  texto,
  valores,
  sublinhar,
}: {
  texto: string
  valores: Valores
  sublinhar?: boolean
}) {
  return partesPreenchidas(texto, valores).map((parte, i) =>
    'fixo' in parte ? (
      parte.fixo
    ) : (
      <Box
        component="span"
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
        key={i}
        sx={sublinhar ? { boxShadow: 'inset 0 -2px 0 var(--selected)' } : undefined}
      >
        {parte.valor}
      </Box>
    ),
  )
}
