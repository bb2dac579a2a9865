import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'

/** The list to take along: all that the filters find as a spreadsheet, or what is on view on paper. */
export function Exportar({ aoBaixar }: { aoBaixar: () => Promise<void> }) {
  const [ancora, setAncora] = useState<HTMLElement | null>(null)
  const [baixando, setBaixando] = useState(false)
  const fazer = (o_que: () => void) => () => {
    setAncora(null)
    o_que()
  }
  const baixar = async () => {
    setBaixando(true)
    await aoBaixar()
    setBaixando(false)
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<DownloadOutlined />}
        loading={baixando}
        loadingPosition="start"
        aria-haspopup="menu"
        aria-expanded={Boolean(ancora)}
        onClick={(evento) => setAncora(evento.currentTarget)}
      >
        Exportar
      </Button>
      <Menu anchorEl={ancora} open={Boolean(ancora)} onClose={() => setAncora(null)}>
        <MenuItem onClick={fazer(() => void baixar())}>Baixar planilha (CSV)</MenuItem>
        {/* The menu must be gone from the page before it goes to paper. */}
        <MenuItem onClick={fazer(() => setTimeout(() => window.print(), 300))}>Imprimir</MenuItem>
      </Menu>
    </>
  )
}
