import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import UndoOutlined from '@mui/icons-material/UndoOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import type { ResultadoCsv } from '#contract/importacoes.ts'
import { tons } from '#web/theme.ts'
import { plural } from '#web/ui/formatos.ts'
import { BotaoLink } from '#web/ui/ligacoes.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Contagens, ErrosPorCausa } from './ConferenciaCsv.tsx'
import { pedirParaDesfazer } from './ListaImportacoes.tsx'

interface Props {
  resultado: ResultadoCsv
  arquivo: string
  aoRecomecar: () => void
}

/** What came of it, a way back, and what still asks for attention. */
export function ResultadoDoCsv({ resultado, arquivo, aoRecomecar }: Props) {
  const mudou = resultado.importados + resultado.atualizados + resultado.contas_criadas > 0
  const desfazer = async () => {
    if (await pedirParaDesfazer({ id: resultado.importacao_id, arquivo })) aoRecomecar()
  }
  return (
    <Page largura={960}>
      <Card sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 4, px: 5, py: 5 }}>
        <CheckCircleOutlined sx={{ fontSize: 40, color: tons.success.solid }} aria-hidden />
        <Box sx={{ flex: '1 1 240px' }}>
          <Box component="h2" role="status" sx={{ m: 0, fontSize: 18, lineHeight: '26px', fontWeight: 600 }}>
            {mudou
              ? `${plural(resultado.importados, 'cliente novo', 'clientes novos')} e ${plural(resultado.atualizados, 'atualizado', 'atualizados')}`
              : 'Nada mudou: tudo já estava como no arquivo'}
          </Box>
          <Box sx={{ color: 'text.secondary' }}>
            {resultado.contas_criadas > 0 &&
              `${plural(resultado.contas_criadas, 'conta em aberto', 'contas em aberto')} para cobrar. `}
            {arquivo}
          </Box>
        </Box>
        {mudou && (
          <Button variant="outlined" startIcon={<UndoOutlined />} onClick={() => void desfazer()}>
            Desfazer importação
          </Button>
        )}
      </Card>
      <Contagens resultado={resultado} />
      <ErrosPorCausa resultado={resultado} baixarId={resultado.importacao_id} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <Box sx={{ flex: 1, fontSize: 12, color: 'text.secondary', minWidth: 200 }}>
          Dá para desfazer enquanto nada for cobrado, pago, negociado ou mudado.
        </Box>
        <Button onClick={aoRecomecar}>Importar outro arquivo</Button>
        <BotaoLink variant="contained" to="/operador/clientes">
          Ver os clientes
        </BotaoLink>
      </Box>
    </Page>
  )
}
