import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { queryClient } from '#web/api/queryClient.ts'
import { useSemRedeDesde } from '#web/api/rede.ts'
import { cor } from '#web/theme.ts'
import { hora } from '#web/ui/formatos.ts'

/** No network: since when, and what becomes of what is being written. The contents stay as they were. */
export function BarraSemRede() {
  const desde = useSemRedeDesde()
  return (
    <Box role="status">
      {desde && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 3,
            minHeight: 44,
            px: 5,
            background: cor.ink,
            color: '#FFF',
          }}
        >
          <CloudOffOutlined sx={{ fontSize: 20 }} aria-hidden />
          <span>Sem conexão desde {hora(desde)}. O que você escreve fica na tela até a rede voltar.</span>
          <Button
            size="small"
            sx={{ ml: 'auto', color: cor.inkAction, '&:hover': { background: 'rgb(255 255 255 / .08)' } }}
            onClick={() => void queryClient.refetchQueries({ type: 'active' })}
          >
            Tentar agora
          </Button>
        </Box>
      )}
    </Box>
  )
}
