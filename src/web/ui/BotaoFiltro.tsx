import CloseOutlined from '@mui/icons-material/CloseOutlined'
import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { MouseEvent } from 'react'
import { cor } from '#web/theme.ts'

interface Props {
  rotulo: string
  /** What it holds now; none, and the button only offers the choice. */
  valor: string | undefined
  abre: 'menu' | 'dialog'
  aberto: boolean
  aoAbrir: (evento: MouseEvent<HTMLElement>) => void
  aoTirar: () => void
}

/** A filter as a button: outlined when idle, tinted with its value and × when active. */
export function BotaoFiltro({ rotulo, valor, abre, aberto, aoAbrir, aoTirar }: Props) {
  return (
    <Box sx={{ display: 'inline-flex', minWidth: valor ? 84 : 'auto', flexShrink: valor ? 1 : 0 }}>
      <Button
        variant="outlined"
        aria-haspopup={abre}
        aria-expanded={aberto}
        title={valor && `${rotulo}: ${valor}`}
        onClick={aoAbrir}
        endIcon={!valor && <ExpandMoreOutlined sx={{ fontSize: 18 }} />}
        sx={{
          minWidth: 0,
          flex: 1,
          justifyContent: 'space-between',
          ...(valor && { ...FILTRO_ATIVO, borderTopRightRadius: 0, borderBottomRightRadius: 0, borderRight: 0 }),
        }}
      >
        {valor ? <Valor rotulo={rotulo} valor={valor} /> : rotulo}
      </Button>
      {valor && (
        <Button
          variant="outlined"
          aria-label={`Tirar o filtro ${rotulo}`}
          onClick={aoTirar}
          sx={{
            ...FILTRO_ATIVO,
            minWidth: 0,
            px: 1.5,
            borderTopLeftRadius: 0,
            borderBottomLeftRadius: 0,
            borderLeft: 0,
          }}
        >
          <CloseOutlined sx={{ fontSize: 18 }} />
        </Button>
      )}
    </Box>
  )
}

/** A filter that another screen led here with: there is nothing to choose, only to take off. */
export const FiltroPosto = ({ rotulo, valor, aoTirar }: Pick<Props, 'rotulo' | 'aoTirar'> & { valor?: string }) => (
  <Button
    variant="outlined"
    endIcon={<CloseOutlined sx={{ fontSize: 18 }} />}
    onClick={aoTirar}
    title="Tirar este filtro"
    sx={{ ...FILTRO_ATIVO, minWidth: 0, alignSelf: 'flex-start', justifySelf: 'start' }}
  >
    {valor ? <Valor rotulo={rotulo} valor={valor} /> : <span className="cortado">{rotulo}</span>}
  </Button>
)

/** Where there is no room for both, the label gives way to the value. */
const Valor = ({ rotulo, valor }: { rotulo: string; valor: string }) => (
  <Box component="span" sx={{ display: 'flex', gap: 1, minWidth: 0, maxWidth: 280 }}>
    <Box component="span" sx={{ ...CORTA, flexShrink: 99 }}>
      {rotulo}:
    </Box>
    <Box component="b" sx={{ ...CORTA, fontWeight: 600 }}>
      {valor}
    </Box>
  </Box>
)

const CORTA = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' } as const

/** How a filter looks while it holds. */
export const FILTRO_ATIVO = {
  background: cor.primaryTint,
  borderColor: '#1976D2',
  color: cor.primaryDeep,
  '&:hover': { background: cor.primarySoft, borderColor: '#1976D2' },
} as const
