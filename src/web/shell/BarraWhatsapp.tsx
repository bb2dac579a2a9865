import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { callApi } from '#web/api/callApi.ts'
import { useAgora } from '#web/api/useAgora.ts'
import { useSessao } from '#web/api/useSessao.ts'
import { cor, tons } from '#web/theme.ts'
import { quando } from '#web/ui/formatos.ts'
import { TextoLink } from '#web/ui/ligacoes.tsx'

const avisosQuery = queryOptions({
  queryKey: ['avisos'],
  queryFn: ({ signal }) => callApi('GET /api/avisos', {}, { signal }),
  refetchInterval: 30_000,
})

/** Screens that say it themselves, with the reason and the way out. */
const JA_DIZEM = ['/admin/dashboard', '/admin/whatsapp']

/** Nothing goes out by WhatsApp: everyone is told, with what becomes of what they write. It goes away by itself. */
export function BarraWhatsapp() {
  const agora = useAgora()
  const admin = useSessao()?.user.role === 'admin'
  const caminho = useRouterState({ select: (estado) => estado.location.pathname })
  const parado = useQuery(avisosQuery).data?.whatsapp_parado
  if (JA_DIZEM.includes(caminho)) return null
  return (
    <Box role="status" sx={{ flexShrink: 0 }}>
      {parado && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            columnGap: 3,
            minHeight: 44,
            px: { xs: 4, sm: 5 },
            py: 1.5,
            background: tons.error.fundo,
            color: tons.error.texto,
            borderBottom: `1px solid ${cor.divider}`,
          }}
        >
          <WarningAmberOutlined sx={{ fontSize: 20, flexShrink: 0 }} aria-hidden />
          <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
            O WhatsApp está parado{parado.desde && ` desde ${quando(parado.desde, agora)}`}. O que for escrito espera na
            fila e vai quando ele voltar, se ainda valer.{!admin && ' Os administradores já sabem.'}
          </Box>
          {admin && (
            <TextoLink to="/admin/whatsapp" sx={{ color: 'inherit', fontWeight: 500 }}>
              Ver o que fazer
            </TextoLink>
          )}
        </Box>
      )}
    </Box>
  )
}
