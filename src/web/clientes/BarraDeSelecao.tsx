import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined'
import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { lazy } from 'react'
import { cor } from '#web/theme.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { dinheiro, numero, plural } from '#web/ui/formatos.ts'
import type { SelecaoClientes } from './useSelecaoClientes.ts'

const dialogos = () => import('./TransferirDialogs.tsx')
const DistribuirDialog = lazy(async () => ({ default: (await dialogos()).DistribuirDialog }))
const TransferirDialog = lazy(async () => ({ default: (await dialogos()).TransferirDialog }))

/** Takes the filters' place, at the same height, so that the table does not move; on a phone it stands at the bottom. */
export function BarraDeSelecao({ selecao, total }: { selecao: SelecaoClientes; total: number }) {
  const { quantos, soma, alvo, comDono, todos, limpar } = selecao
  const comum = { alvo, quantos, aoFim: limpar }
  return (
    <Box
      role="toolbar"
      aria-label="Clientes selecionados"
      sx={{
        display: 'flex',
        flexWrap: { xs: 'wrap', md: 'nowrap' },
        alignItems: 'center',
        columnGap: 3,
        rowGap: 2,
        minHeight: 44,
        flexShrink: 0,
        pl: { xs: 3, sm: 5 },
        pr: { xs: 3, sm: 1.5 },
        py: { xs: 3, sm: 0 },
        borderRadius: '12px',
        border: `1px solid #BBD6F2`,
        background: cor.primaryTint,
        position: { xs: 'fixed', sm: 'static' },
        insetInline: { xs: 8, sm: 'auto' },
        bottom: { xs: 8, sm: 'auto' },
        zIndex: 3,
        boxShadow: { xs: '0 4px 16px rgb(16 32 56 / .12)', sm: 'none' },
      }}
    >
      <Box role="status" sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
        {plural(quantos, 'selecionado', 'selecionados')}
      </Box>
      <Box sx={{ color: cor.primaryDeep, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
        {dinheiro(soma)} em aberto
      </Box>
      {!todos && total > quantos && (
        <Button size="small" onClick={selecao.escolherTodos} sx={{ px: 1 }}>
          Selecionar os {numero(total)}
        </Button>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, ml: 'auto' }}>
        <Button size="small" onClick={limpar}>
          Limpar
        </Button>
        <Button
          size="small"
          variant="outlined"
          startIcon={<SwapHorizOutlined />}
          sx={{ background: '#FFF' }}
          onClick={() => void abrir((fechar) => <TransferirDialog {...comum} aoFechar={() => fechar()} />)}
        >
          Transferir para…
        </Button>
        <Button
          size="small"
          variant="contained"
          startIcon={<PersonAddAltOutlined />}
          onClick={() =>
            void abrir((fechar) => <DistribuirDialog {...comum} comDono={comDono} aoFechar={() => fechar()} />)
          }
        >
          Distribuir entre operadores
        </Button>
      </Box>
    </Box>
  )
}
