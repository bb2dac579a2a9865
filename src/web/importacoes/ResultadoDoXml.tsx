import BlockOutlined from '@mui/icons-material/BlockOutlined'
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import HelpOutlineOutlined from '@mui/icons-material/HelpOutlineOutlined'
import UndoOutlined from '@mui/icons-material/UndoOutlined'
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import type { ResultadoXml } from '#contract/importacoes.ts'
import { tons } from '#web/theme.ts'
import { dinheiro, numero, plural } from '#web/ui/formatos.ts'
import { KpiStrip } from '#web/ui/KpiStrip.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Ocorrencias } from './ConferenciaXml.tsx'
import { pedirParaDesfazer } from './ListaImportacoes.tsx'

interface Props {
  resultado: ResultadoXml
  arquivo: string
  aoRecomecar: () => void
  aoSair: () => void
}

/** What came of the documents, a way back, and only what still asks for attention. */
export function ResultadoDoXml({ resultado, arquivo, aoRecomecar, aoSair }: Props) {
  const mudou = resultado.contas_criadas + resultado.contas_atualizadas + resultado.clientes_criados > 0
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
              ? `${plural(resultado.contas_criadas, 'conta criada', 'contas criadas')} de ${plural(resultado.notas, 'nota', 'notas')}`
              : 'Nada mudou: tudo já estava gravado'}
          </Box>
          <Box sx={{ color: 'text.secondary' }}>
            {resultado.valor_total > 0 && `${dinheiro(resultado.valor_total)} a receber. `}
            {arquivo}
          </Box>
        </Box>
        {mudou && (
          <Button variant="outlined" startIcon={<UndoOutlined />} onClick={() => void desfazer()}>
            Desfazer importação
          </Button>
        )}
      </Card>
      <KpiStrip
        rotulo="O que veio"
        itens={[
          { rotulo: 'Contas criadas', figura: numero(resultado.contas_criadas) },
          { rotulo: 'Atualizadas', figura: numero(resultado.contas_atualizadas) },
          { rotulo: 'Já existiam', figura: numero(resultado.contas_ignoradas) },
          { rotulo: 'Clientes criados', figura: numero(resultado.clientes_criados) },
        ]}
      />
      <Ocorrencias
        titulo="Não gravados: esperam a sua palavra"
        itens={resultado.pendencias}
        tom="warning"
        icone={<HelpOutlineOutlined sx={{ color: tons.warning.solid }} />}
      />
      <Ocorrencias
        titulo="Avisos"
        itens={resultado.avisos}
        tom="warning"
        icone={<WarningAmberOutlined sx={{ color: tons.warning.solid }} />}
      />
      <Ocorrencias
        titulo="Recusados"
        itens={resultado.erros}
        tom="error"
        icone={<BlockOutlined sx={{ color: tons.error.solid }} />}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <Box sx={{ flex: 1, fontSize: 12, color: 'text.secondary', minWidth: 200 }}>
          Dá para desfazer enquanto nenhuma conta for cobrada, paga, negociada ou mudada.
        </Box>
        <Button onClick={aoRecomecar}>Importar outro arquivo</Button>
        <Button variant="contained" onClick={aoSair}>
          Ver as contas
        </Button>
      </Box>
    </Page>
  )
}
