import CloseOutlined from '@mui/icons-material/CloseOutlined'
import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { cor } from '#web/theme.ts'
import type { Opcao } from './entradas.tsx'

interface Props {
  rotulo: string
  valor: string | undefined
  opcoes: readonly Opcao[]
  aoMudar: (valor: string | undefined) => void
}

/** A filter as a button: outlined when idle, tinted with its value and × when active. */
export function FiltroMenu({ rotulo, valor, opcoes, aoMudar }: Props) {
  const [ancora, setAncora] = useState<HTMLElement | null>(null)
  const ativa = opcoes.find((opcao) => opcao.valor === valor)
  return (
    <Box sx={{ display: 'inline-flex' }}>
      <Button
        variant="outlined"
        aria-haspopup="menu"
        aria-expanded={Boolean(ancora)}
        onClick={(evento) => setAncora(evento.currentTarget)}
        endIcon={!ativa && <ExpandMoreOutlined sx={{ fontSize: 18 }} />}
        sx={ativa && { ...FILTRO_ATIVO, borderTopRightRadius: 0, borderBottomRightRadius: 0, borderRight: 0 }}
      >
        {rotulo}
        {ativa && ':'}
        {ativa && (
          <Box component="span" sx={{ fontWeight: 600, ml: 1 }}>
            {ativa.rotulo}
          </Box>
        )}
      </Button>
      {ativa && (
        <Button
          variant="outlined"
          aria-label={`Tirar o filtro ${rotulo}`}
          onClick={() => aoMudar(undefined)}
          sx={{
            ...FILTRO_ATIVO,
            minWidth: 0,
            px: 1.5,
            borderTopLeftRadius: 0,
            borderBottomLeftRadius: 0,
            borderLeft: 0,
          }}
        >
          <CloseOutlined sx={{ fontSize: 18 }} />
        </Button>
      )}
      <Menu anchorEl={ancora} open={Boolean(ancora)} onClose={() => setAncora(null)}>
        {opcoes.map((opcao) => (
          <MenuItem
            key={opcao.valor}
            selected={opcao.valor === valor}
            onClick={() => {
              setAncora(null)
              aoMudar(opcao.valor)
            }}
          >
            {opcao.rotulo}
          </MenuItem>
        ))}
      </Menu>
    </Box>
  )
}

/** How a filter looks while it holds. */
export const FILTRO_ATIVO = {
  background: cor.primaryTint,
  borderColor: '#1976D2',
  color: cor.primaryDeep,
  '&:hover': { background: cor.primarySoft, borderColor: '#1976D2' },
} as const
