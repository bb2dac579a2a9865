import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import MoreVertOutlined from '@mui/icons-material/MoreVertOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type MouseEvent, useState } from 'react'
import { useBaixando } from './baixarArquivo.ts'
import { imprimir } from './imprimir.ts'

interface Props {
  aoExportar: () => Promise<void>
  /** As an icon, where there is no room for the word. */
  compacta?: boolean
  /** On a phone the import has no button of its own. */
  aoImportar?: () => void
}

/** The list to take along: all that the filters find as a spreadsheet, or what is on view on paper. */
export function AcoesDaLista({ aoExportar, compacta = false, aoImportar }: Props) {
  const [ancora, setAncora] = useState<HTMLElement | null>(null)
  const { loading, comecar } = useBaixando(aoExportar)
  const fazer = (o_que: () => void) => () => {
    setAncora(null)
    o_que()
  }
  const botao = {
    loading,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': Boolean(ancora),
    onClick: (evento: MouseEvent<HTMLElement>) => setAncora(evento.currentTarget),
  }
  return (
    <>
      {compacta ? (
        <IconButton {...botao} aria-label="Mais ações da lista">
          <MoreVertOutlined sx={{ fontSize: 20 }} />
        </IconButton>
      ) : (
        <Button {...botao} variant="outlined" startIcon={<DownloadOutlined />} loadingPosition="start">
          Exportar
        </Button>
      )}
      <Menu anchorEl={ancora} open={Boolean(ancora)} onClose={() => setAncora(null)}>
        {aoImportar && <MenuItem onClick={fazer(aoImportar)}>Importar XML</MenuItem>}
        <MenuItem onClick={fazer(comecar)}>Baixar planilha (CSV)</MenuItem>
        <MenuItem onClick={fazer(() => imprimir('lista'))}>Imprimir</MenuItem>
      </Menu>
    </>
  )
}
