import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { ComTema } from '#web/ui/ComTema.tsx'

interface Props {
  ancora: HTMLElement
  aoFechar: () => void
  aoBaixar: () => void
  aoImprimir: () => void
}

/** The list to take along; MUI's menu, which comes when first opened. */
export function MenuExportar({ ancora, aoFechar, aoBaixar, aoImprimir }: Props) {
  const escolher = (fazer: () => void) => () => {
    aoFechar()
    fazer()
  }
  return (
    <ComTema>
      <Menu anchorEl={ancora} open onClose={aoFechar}>
        <MenuItem onClick={escolher(aoBaixar)}>Baixar planilha (CSV)</MenuItem>
        <MenuItem onClick={escolher(aoImprimir)}>Imprimir</MenuItem>
      </Menu>
    </ComTema>
  )
}
