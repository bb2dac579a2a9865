import HistoryOutlined from '@mui/icons-material/HistoryOutlined'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import type { Log } from '#contract/logs.ts'
import { agora } from '#web/api/agora.ts'
import { cor } from '#web/theme.ts'
import { EmptyState, ErrorState } from '#web/ui/estados.tsx'
import { diaEHora, quando } from '#web/ui/formatos.ts'
import { BotaoLink } from '#web/ui/ligacoes.tsx'
import { Quadro } from '#web/ui/Quadro.tsx'
import { logsRecentesQuery } from './logs.api.ts'
import { Descricao, Nivel, Quem } from './partes.tsx'

/** The first ten entries of the log. */
export function LogsRecentes() {
  const { data, error, refetch } = useQuery(logsRecentesQuery)
  return (
    <Quadro lista titulo="Logs recentes" acao={<BotaoLink to="/admin/logs">Ver todos</BotaoLink>}>
      {error && !data ? (
        <ErrorState titulo="Não foi possível abrir os logs" erro={error} aoTentar={() => void refetch()} />
      ) : data?.data.length === 0 ? (
        <EmptyState
          icone={HistoryOutlined}
          titulo="Nada aconteceu ainda"
          texto="Cada mudança de estado, de pessoa e de configuração aparece aqui."
        />
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data
            ? data.data.map((log) => <UmLog key={log.id} log={log} />)
            : [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => (
                <Box component="li" key={n} sx={LINHA}>
                  <Skeleton width="60%" />
                </Box>
              ))}
        </Box>
      )}
    </Quadro>
  )
}

const LINHA = {
  display: 'flex',
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  alignItems: 'center',
  columnGap: 3,
  minHeight: 40,
  px: 5,
  py: 2,
  borderBottom: `1px solid ${cor.rowDivider}`,
  '&:last-of-type': { borderBottom: 0 },
} as const

function UmLog({ log }: { log: Log }) {
  return (
    <Box component="li" sx={LINHA}>
      <Box
        component="time"
        dateTime={log.created_at}
        title={diaEHora(log.created_at)}
        sx={{ width: { sm: 88 }, flexShrink: 0, fontSize: 12, color: cor.text3, fontVariantNumeric: 'tabular-nums' }}
      >
        {quando(log.created_at, agora())}
      </Box>
      {log.nivel !== 'info' && <Nivel nivel={log.nivel} />}
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Descricao log={log} />
      </Box>
      <Box sx={{ flexShrink: 0, fontSize: 12, color: 'text.secondary' }}>
        <Quem usuario={log.usuario} />
      </Box>
    </Box>
  )
}
