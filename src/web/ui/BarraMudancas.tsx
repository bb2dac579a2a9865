import EditOutlined from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { cor } from '#web/theme.ts'

interface Props {
  titulo: string
  /** What changed and what it does. */
  efeito: string
  acao: string
  salvando: boolean
  impedida?: boolean
  aoSalvar: () => void
  aoDescartar: () => void
}

/** What is not saved yet, floating above the bottom of the view: nothing holds until it is pressed. */
export function BarraMudancas({ titulo, efeito, acao, salvando, impedida = false, aoSalvar, aoDescartar }: Props) {
  // It must not cover what is being written. In braces: a browser that answers scrolls with promises would hand React one.
  useEffect(() => {
    document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Box
      role="region"
      className="barra-mudancas"
      aria-label="Mudanças não salvas"
      sx={{
        position: 'sticky',
        bottom: 16,
        zIndex: 2,
        mt: 'auto',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 3,
        rowGap: 1,
        minHeight: 48,
        px: 4,
        py: '6px',
        borderRadius: '12px',
        background: cor.ink,
        color: '#FFF',
        boxShadow: '0 4px 16px rgb(16 32 56 / .12)',
        '& .MuiButton-root:focus-visible': { outlineColor: '#FFF' },
      }}
    >
      <EditOutlined aria-hidden sx={{ fontSize: 20 }} />
      <Box role="status" sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Box component="span" sx={{ fontWeight: 500, mr: 3 }}>
          {titulo}
        </Box>
        <Box component="span" sx={{ color: cor.inkText2 }}>
          {efeito}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 2, ml: 'auto' }}>
        <Button
          sx={{ color: cor.inkText2, '&:hover': { background: 'rgb(255 255 255 / .08)' } }}
          onClick={aoDescartar}
          disabled={salvando}
        >
          Descartar
        </Button>
        <Button
          variant="contained"
          loading={salvando}
          disabled={impedida}
          onClick={aoSalvar}
          sx={{ '&.Mui-disabled': { background: '#374151', color: cor.inkText2 } }}
        >
          {acao}
        </Button>
      </Box>
    </Box>
  )
}
