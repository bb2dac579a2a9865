import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { agora } from '#web/api/agora.ts'
import { cor } from '#web/theme.ts'
import { hora, iniciais } from '#web/ui/formatos.ts'
import { ArrowBackOutlined } from '#web/ui/icons/ArrowBackOutlined.tsx'

const diaEMes = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', day: 'numeric', month: 'long' })

/** The customer's own phone, with the message as it arrives. */
export function Celular({
  empresa,
  botoes = [],
  children,
}: {
  empresa: string
  /** What may be tapped below the message. */
  botoes?: readonly string[] | undefined
  children: ReactNode
}) {
  const momento = agora()
  return (
    <Box
      component="figure"
      aria-label="Como o cliente recebe"
      sx={{
        m: 0,
        flex: '1 1 auto',
        minHeight: 420,
        maxHeight: 600,
        display: 'flex',
        flexDirection: 'column',
        border: `8px solid ${cor.ink}`,
        borderRadius: '28px',
        overflow: 'hidden',
        background: 'var(--phone-ground)',
      }}
    >
      <Box
        aria-hidden
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 3,
          height: 56,
          px: 3,
          background: 'var(--phone-bar)',
          color: 'var(--on-primary)',
        }}
      >
        <ArrowBackOutlined size={20} />
        <Box
          sx={{
            width: 32,
            height: 32,
            borderRadius: '50%',
            flexShrink: 0,
            display: 'grid',
            placeItems: 'center',
            background: cor.surfaceAlt,
            color: 'text.secondary',
            fontSize: 12,
            fontWeight: 600,
          }}
        >
          {iniciais(empresa)}
        </Box>
        <Box sx={{ minWidth: 0, lineHeight: '16px' }}>
          <Box sx={{ fontWeight: 500, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {empresa}
          </Box>
          <Box sx={{ fontSize: 12 }}>conta comercial</Box>
        </Box>
      </Box>
      <Box
        tabIndex={0}
        role="group"
        aria-label="Mensagem"
        sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: 3, py: 3, '&:focus-visible': { outlineOffset: '-2px' } }}
      >
        <Box
          aria-hidden
          sx={{
            width: 'fit-content',
            mx: 'auto',
            mb: 3,
            px: 3,
            py: 1,
            borderRadius: '6px',
            background: 'var(--phone-bubble)',
            fontSize: 12,
          }}
        >
          {diaEMes.format(momento)}
        </Box>
        <Box
          sx={{
            width: 'fit-content',
            maxWidth: '96%',
            px: '10px',
            pt: '6px',
            pb: 1,
            borderRadius: '8px',
            background: 'var(--phone-bubble)',
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
          }}
        >
          {children}
          <Box aria-hidden sx={{ textAlign: 'right', fontSize: 12, lineHeight: '16px', color: cor.text3 }}>
            {hora(momento.toISOString())}
          </Box>
        </Box>
        {botoes.map((botao) => (
          <Box
            key={botao}
            sx={{
              maxWidth: '96%',
              mt: '4px',
              py: '8px',
              borderRadius: '8px',
              background: 'var(--phone-bubble)',
              textAlign: 'center',
              fontWeight: 500,
              color: 'var(--phone-link)',
            }}
          >
            {botao}
          </Box>
        ))}
      </Box>
    </Box>
  )
}
