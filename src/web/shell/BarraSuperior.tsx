import MenuOpenOutlined from '@mui/icons-material/MenuOpenOutlined'
import MenuOutlined from '@mui/icons-material/MenuOutlined'
import SearchOutlined from '@mui/icons-material/SearchOutlined'
import AppBar from '@mui/material/AppBar'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import { useQuery } from '@tanstack/react-query'
import { cor } from '#web/theme.ts'
import { abrirPaleta } from './abrirPaleta.tsx'
import { empresaQuery } from './empresa.ts'
import { Marca } from './Marca.tsx'
import { PRODUTO } from './tela.ts'

interface Props {
  titulo: string
  menuAberto: boolean
  aoAlternar: () => void
  /** What Ctrl+K finds, in the words of who is signed in. */
  busca: string
}

const cortado = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** Menu toggle, mark and company; the screen's name under the product's, centred in the window; the search. */
export function BarraSuperior({ titulo, menuAberto, aoAlternar, busca }: Props) {
  const empresa = useQuery(empresaQuery).data?.nome
  return (
    <AppBar
      position="static"
      sx={{
        height: 56,
        flexShrink: 0,
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto minmax(0, 1fr)',
        alignItems: 'center',
        gap: 2,
        px: { xs: 2, sm: 4 },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minWidth: 0 }}>
        <IconButton
          aria-label={menuAberto ? 'Recolher menu' : 'Abrir menu'}
          aria-expanded={menuAberto}
          onClick={aoAlternar}
        >
          {menuAberto ? <MenuOpenOutlined /> : <MenuOutlined />}
        </IconButton>
        <Box sx={{ display: { xs: 'none', sm: 'flex' }, alignItems: 'center', gap: 2.5, minWidth: 0 }}>
          <Marca tamanho={28} />
          <Box sx={{ display: { xs: 'none', md: 'block' }, fontSize: 15, fontWeight: 600, ...cortado }}>{empresa}</Box>
        </Box>
      </Box>
      <Box sx={{ textAlign: 'center', minWidth: 0 }}>
        <Box sx={{ fontSize: 12, lineHeight: '16px', color: cor.text3, ...cortado }}>{PRODUTO}</Box>
        <Box component="h1" sx={{ m: 0, fontSize: 16, lineHeight: '22px', fontWeight: 600, ...cortado }}>
          {titulo}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <ButtonBase
          onClick={abrirPaleta}
          aria-keyshortcuts="Control+K"
          sx={{
            display: { xs: 'none', lg: 'flex' },
            width: 288,
            whiteSpace: 'nowrap',
            height: 36,
            px: 3,
            gap: 2.5,
            justifyContent: 'flex-start',
            borderRadius: '8px',
            background: cor.surfaceAlt,
            color: cor.text3,
            fontSize: 14,
            '&:hover': { background: cor.rowDivider },
          }}
        >
          <SearchOutlined sx={{ fontSize: 20 }} aria-hidden />
          <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {busca}
          </Box>
          <Box
            component="kbd"
            aria-hidden
            sx={{
              ml: 'auto',
              flexShrink: 0,
              px: 1.5,
              border: `1px solid ${cor.divider}`,
              borderRadius: '4px',
              background: '#FFF',
              color: 'text.secondary',
              font: 'inherit',
              fontSize: 12,
              lineHeight: '18px',
            }}
          >
            Ctrl K
          </Box>
        </ButtonBase>
        <IconButton aria-label={busca} onClick={abrirPaleta} sx={{ display: { lg: 'none' } }}>
          <SearchOutlined />
        </IconButton>
      </Box>
    </AppBar>
  )
}
