import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { lazy } from 'react'
import { cor } from '#web/theme.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { dinheiro, numero, plural } from '#web/ui/formatos.ts'
import { PersonAddAltOutlined } from '#web/ui/icons/PersonAddAltOutlined.tsx'
import { SwapHorizOutlined } from '#web/ui/icons/SwapHorizOutlined.tsx'
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
        minHeight: 36,
        flexShrink: 0,
        pl: { xs: 3, sm: 5 },
        pr: { xs: 3, sm: 1.5 },
        py: { xs: 3, sm: 0 },
        borderRadius: '12px',
        border: `1px solid var(--primary-line)`,
        background: cor.primaryTint,
        position: { xs: 'fixed', sm: 'static' },
        insetInline: { xs: 8, sm: 'auto' },
        bottom: { xs: 8, sm: 'auto' },
        zIndex: 3,
        boxShadow: { xs: 'var(--shadow-2)', sm: 'none' },
      }}
    >
      <Box role="status" sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
        {plural(quantos, 'selecionado', 'selecionados')}
      </Box>
      <Box sx={{ color: cor.primaryDeep, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
        {dinheiro(soma)}
        <Box component="span" sx={SO_LARGA}>
          {' '}
          em aberto
        </Box>
      </Box>
      {!todos && total > quantos && (
        <Button size="small" onClick={selecao.escolherTodos} sx={{ px: 1, order: { xs: 1, sm: 0 } }}>
          {/* On a phone the three words stand in one line. */}
          <Box component="span" sx={SO_LARGA}>
            Selecionar os
          </Box>
          <Box component="span" sx={{ display: { sm: 'none' } }}>
            Todos os
          </Box>
          &nbsp;{numero(total)}
        </Button>
      )}
      <Button size="small" onClick={limpar} sx={{ ml: 'auto', mr: { xs: -2, sm: 0 } }}>
        Limpar
      </Button>
      <Box sx={{ display: 'flex', gap: 2, order: 2, ml: { xs: 'auto', sm: 0 } }}>
        <Button
          size="small"
          variant="outlined"
          startIcon={<SwapHorizOutlined />}
          aria-label="Transferir para…"
          sx={{ background: 'var(--surface)', ...SEM_ICONE }}
          onClick={() => void abrir((fechar) => <TransferirDialog {...comum} aoFechar={() => fechar()} />)}
        >
          Transferir
          <Box component="span" sx={SO_LARGA}>
            &nbsp;para…
          </Box>
        </Button>
        <Button
          size="small"
          variant="contained"
          startIcon={<PersonAddAltOutlined />}
          aria-label="Distribuir entre operadores"
          sx={SEM_ICONE}
          onClick={() =>
            void abrir((fechar) => <DistribuirDialog {...comum} comDono={comDono} aoFechar={() => fechar()} />)
          }
        >
          Distribuir
          <Box component="span" sx={SO_LARGA}>
            &nbsp;entre operadores
          </Box>
        </Button>
      </Box>
    </Box>
  )
}

const SO_LARGA = { display: { xs: 'none', sm: 'inline' } } as const
const SEM_ICONE = { '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } } } as const
