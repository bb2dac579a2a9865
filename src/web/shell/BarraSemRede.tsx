import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { recarregarTudo } from '#web/api/recarregar.ts'
import { aoVoltarARede, conferirRede } from '#web/api/rede.ts'
import { useFalta } from '#web/api/useFalta.ts'
import { cor } from '#web/theme.ts'
import { hora } from '#web/ui/formatos.ts'

const FRASES = {
  rede: (desde: string) => `Sem conexão desde ${desde}. O que você escrever fica guardado e vai quando a rede voltar.`,
  servidor: (desde: string) =>
    `Sistema em manutenção desde ${desde}. Ele volta sozinho; o que você escrever fica guardado e vai em seguida.`,
}

/** No network, or no server: since when, and what becomes of what is written. Recovers by itself; the contents stay. */
export function BarraSemRede() {
  const falta = useFalta()
  useEffect(() => aoVoltarARede(() => void recarregarTudo()), [])
  return (
    <Box role="status" sx={{ flexShrink: 0 }}>
      {falta && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 3,
            minHeight: 44,
            px: { xs: 4, sm: 5 },
            background: cor.ink,
            color: '#FFF',
            '& :focus-visible': { outlineColor: '#FFF' },
          }}
        >
          <CloudOffOutlined sx={{ fontSize: 20, flexShrink: 0 }} aria-hidden />
          <Box sx={{ py: 1.5 }}>{FRASES[falta.causa](hora(falta.desde))}</Box>
          <Button
            size="small"
            sx={{ ml: 'auto', color: cor.inkAction, '&:hover': { background: 'rgb(255 255 255 / .08)' } }}
            onClick={() => void conferirRede()}
          >
            Tentar agora
          </Button>
        </Box>
      )}
    </Box>
  )
}
