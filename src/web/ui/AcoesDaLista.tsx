import { DownloadOutlined } from '#web/ui/icons/DownloadOutlined.tsx'
import { MoreVertOutlined } from '#web/ui/icons/MoreVertOutlined.tsx'
import { Button, IconButton } from './Button.tsx'
import { useBaixando } from './baixarArquivo.ts'
import { imprimir } from './imprimir.ts'
import { Menu, MenuItem } from './Menu.tsx'

interface Props {
  aoExportar: () => Promise<void>
  /** As an icon, where there is no room for the word. */
  compacta?: boolean
  /** On a phone the import has no button of its own. */
  aoImportar?: () => void
}

/** Export and print: all that the filters find as a spreadsheet, or the rows on view on paper. */
export function AcoesDaLista({ aoExportar, compacta = false, aoImportar }: Props) {
  const { loading, comecar } = useBaixando(aoExportar)
  const trigger = compacta ? (
    <IconButton loading={loading} aria-label="Mais ações da lista">
      <MoreVertOutlined size={20} />
    </IconButton>
  ) : (
    <Button loading={loading} variant="outlined" startIcon={<DownloadOutlined />}>
      Exportar
    </Button>
  )
  return (
    <Menu trigger={trigger} rotulo="Levar a lista">
      {aoImportar && <MenuItem onClick={aoImportar}>Importar XML</MenuItem>}
      <MenuItem onClick={comecar}>Baixar planilha (CSV)</MenuItem>
      <MenuItem onClick={() => imprimir('lista')}>Imprimir</MenuItem>
    </Menu>
  )
}
