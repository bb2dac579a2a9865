import CheckOutlined from '@mui/icons-material/CheckOutlined'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { cor, tons } from '#web/theme.ts'

/** Where one is in a wizard: a white band under the top bar, with what it is about at the right. */
export function Passos({ passos, atual, direita }: { passos: readonly string[]; atual: number; direita?: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 3,
        minHeight: 52,
        px: { xs: 4, sm: 6 },
        py: 2,
        background: '#FFF',
        borderBottom: `1px solid ${cor.divider}`,
        position: 'sticky',
        top: 0,
        zIndex: 2,
      }}
    >
      <Box
        component="ol"
        sx={{ listStyle: 'none', display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, m: 0, p: 0 }}
      >
        {passos.map((passo, indice) => {
          const feito = indice < atual
          const agora = indice === atual
          return (
            <Box
              component="li"
              key={passo}
              aria-current={agora ? 'step' : undefined}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 2,
                fontWeight: 500,
                color: agora ? cor.primaryDark : feito ? 'text.primary' : 'text.secondary',
                '&:not(:first-of-type)::before': {
                  content: '""',
                  width: { xs: 12, sm: 32 },
                  height: '1px',
                  mr: 1,
                  background: cor.borderButton,
                },
              }}
            >
              <Box
                component="span"
                sx={{
                  width: 24,
                  height: 24,
                  borderRadius: '50%',
                  display: 'grid',
                  placeItems: 'center',
                  fontSize: 12,
                  ...(feito
                    ? { background: tons.success.fundo, color: tons.success.texto }
                    : agora
                      ? { background: '#1976D2', color: '#FFF' }
                      : { border: `1px solid ${cor.borderControl}` }),
                }}
              >
                {feito ? <CheckOutlined sx={{ fontSize: 16 }} titleAccess="feito" /> : indice + 1}
              </Box>
              {/* On a phone only the step one is at has room for its name. */}
              <Box component="span" sx={agora ? undefined : { '@media (max-width: 599.95px)': SO_LEITOR }}>
                {passo}
              </Box>
            </Box>
          )
        })}
      </Box>
      <Box sx={{ ml: 'auto', color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis' }}>{direita}</Box>
    </Box>
  )
}

const SO_LEITOR = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const

/** The frame of a wizard: its footer stands at the bottom of the view however little there is above it. */
export const Assistente = ({ children }: { children: ReactNode }) => (
  <Box sx={{ minHeight: '100%', display: 'flex', flexDirection: 'column' }}>{children}</Box>
)

/** The footer of a wizard: sticky, with the running total and a verb that carries its number. */
export function RodapePassos({ esquerda, children }: { esquerda?: ReactNode; children: ReactNode }) {
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: 0,
        mt: 'auto',
        zIndex: 2,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 3,
        minHeight: 72,
        px: { xs: 4, sm: 6 },
        py: 3,
        background: '#FFF',
        borderTop: `1px solid ${cor.divider}`,
      }}
    >
      {esquerda}
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 3,
          ml: 'auto',
          '@media (max-width: 599.95px)': { width: '100%', '& > :last-child': { flex: 1, minHeight: 44 } },
        }}
      >
        {children}
      </Box>
    </Box>
  )
}
