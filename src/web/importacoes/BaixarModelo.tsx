import { Button } from '#web/ui/Button.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { DownloadOutlined } from '#web/ui/icons/DownloadOutlined.tsx'

/** The spreadsheet to start from. */
export const BaixarModelo = () => (
  <Button
    startIcon={<DownloadOutlined />}
    onClick={() => void baixarArquivo('GET /api/operador/clientes/template-csv', 'template_clientes.csv')}
  >
    Baixar arquivo modelo
  </Button>
)
