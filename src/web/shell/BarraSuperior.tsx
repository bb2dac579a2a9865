import MenuOpenOutlined from '@mui/icons-material/MenuOpenOutlined'
import MenuOutlined from '@mui/icons-material/MenuOutlined'
import AppBar from '@mui/material/AppBar'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Marca } from './Marca.tsx'

interface Props {
  titulo: string
  menuAberto: boolean
  aoAlternar: () => void
}

/** Menu toggle, mark, and the screen's title, centred in the window. */
export function BarraSuperior({ titulo, menuAberto, aoAlternar }: Props) {
  return (
    <AppBar
      position="static"
      sx={{
        height: 56,
        flexShrink: 0,
        display: 'grid',
        gridTemplateColumns: '1fr auto 1fr',
        alignItems: 'center',
        px: { xs: 2, sm: 4 },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <IconButton
          aria-label={menuAberto ? 'Recolher menu' : 'Abrir menu'}
          aria-expanded={menuAberto}
          onClick={aoAlternar}
        >
          {menuAberto ? <MenuOpenOutlined /> : <MenuOutlined />}
        </IconButton>
        <Box sx={{ display: { xs: 'none', sm: 'block' }, lineHeight: 0 }}>
          <Marca tamanho={28} />
        </Box>
      </Box>
      <Typography component="h1" variant="h1" noWrap>
        {titulo}
      </Typography>
      <span />
    </AppBar>
  )
}
