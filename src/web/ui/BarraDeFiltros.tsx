import FilterListOutlined from '@mui/icons-material/FilterListOutlined'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useState } from 'react'

interface Props {
  /** The search, which is never hidden. */
  busca: ReactNode
  filtros: ReactNode
  /** How many of them hold. */
  emUso: number
  aoLimpar: () => void
  /** What stands at the right: the count, the export, the page's own action. */
  fim?: ReactNode
}

/** Over a list: the search and the filters in a row; on a phone, the filters in a sheet from below. */
export function BarraDeFiltros({ busca, filtros, emUso, aoLimpar, fim }: Props) {
  const celular = useMediaQuery('(max-width: 599.95px)', { noSsr: true })
  return (
    <Box
      className="so-na-tela"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', minHeight: 44, flexShrink: 0 }}
    >
      {celular ? (
        <Box sx={{ display: 'flex', gap: 1, flex: '1 1 100%' }}>
          <Box sx={{ flex: 1, minWidth: 0, '& > *': { width: '100% !important' } }}>{busca}</Box>
          <Folha emUso={emUso} aoLimpar={aoLimpar}>
            {filtros}
          </Folha>
        </Box>
      ) : (
        <>
          {busca}
          {filtros}
          {emUso > 0 && <Button onClick={aoLimpar}>Limpar</Button>}
        </>
      )}
      {fim && <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, ml: 'auto' }}>{fim}</Box>}
    </Box>
  )
}

function Folha({ emUso, aoLimpar, children }: { emUso: number; aoLimpar: () => void; children: ReactNode }) {
  const [aberta, setAberta] = useState(false)
  return (
    <>
      <IconButton
        aria-label={emUso ? `Filtros, ${emUso} em uso` : 'Filtros'}
        aria-haspopup="dialog"
        onClick={() => setAberta(true)}
      >
        <Badge badgeContent={emUso || undefined} color="primary" aria-hidden>
          <FilterListOutlined sx={{ fontSize: 20 }} />
        </Badge>
      </IconButton>
      <Drawer
        anchor="bottom"
        open={aberta}
        onClose={() => setAberta(false)}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': 'Filtros',
            sx: { borderRadius: '16px 16px 0 0', maxHeight: '90dvh' },
          },
        }}
      >
        <Box
          sx={{
            display: 'grid',
            gap: 3,
            px: 4,
            pt: 5,
            pb: 2,
            overflowY: 'auto',
            '& .MuiButton-root': { minHeight: 44 },
          }}
        >
          {children}
        </Box>
        <Box sx={{ display: 'flex', gap: 2, justifyContent: 'flex-end', px: 4, pt: 2, pb: 4 }}>
          {emUso > 0 && <Button onClick={aoLimpar}>Limpar</Button>}
          <Button variant="contained" onClick={() => setAberta(false)}>
            Ver a lista
          </Button>
        </Box>
      </Drawer>
    </>
  )
}
