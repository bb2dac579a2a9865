import MoreVertOutlined from '@mui/icons-material/MoreVertOutlined'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'

interface Props {
  aoExportar: () => Promise<void>
  /** On a phone the import has no button of its own. */
  aoImportar?: () => void
}

/** What is done with the whole list: taken along as a spreadsheet, or printed. */
export function MaisDaLista({ aoExportar, aoImportar }: Props) {
  const [ancora, setAncora] = useState<HTMLElement | null>(null)
  const fazer = (o_que: () => void) => () => {
    setAncora(null)
    o_que()
  }
  return (
    <>
      <IconButton
        aria-label="Mais ações da lista"
        aria-haspopup="menu"
        onClick={(evento) => setAncora(evento.currentTarget)}
      >
        <MoreVertOutlined sx={{ fontSize: 20 }} />
      </IconButton>
      <Menu anchorEl={ancora} open={Boolean(ancora)} onClose={() => setAncora(null)}>
        {aoImportar && <MenuItem onClick={fazer(aoImportar)}>Importar XML</MenuItem>}
        <MenuItem onClick={fazer(() => void aoExportar())}>Baixar planilha (CSV)</MenuItem>
        {/* The menu must be gone from the page before it goes to paper. */}
        <MenuItem onClick={fazer(() => setTimeout(() => window.print(), 300))}>Imprimir</MenuItem>
      </Menu>
    </>
  )
}
