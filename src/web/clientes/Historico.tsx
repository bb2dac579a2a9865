import Box from '@mui/material/Box'
import type { Log } from '#contract/logs.ts'
import { cor, tons } from '#web/theme.ts'
import { diaEHora } from '#web/ui/formatos.ts'

const corDoNivel = { info: cor.text3, aviso: tons.warning.solid, erro: tons.error.solid } as const

/** What happened to a customer, the latest first. */
export function Historico({ logs }: { logs: Log[] }) {
  if (logs.length === 0)
    return <Box sx={{ px: 5, py: 6, color: 'text.secondary' }}>Nada aconteceu ainda com este cliente.</Box>
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {logs.map((log) => (
        <Box component="li" key={log.id} sx={{ px: 5, py: 2.5, borderBottom: `1px solid ${cor.rowDivider}` }}>
          <Box sx={{ overflowWrap: 'anywhere' }}>{log.descricao}</Box>
          <Box sx={{ fontSize: 12, lineHeight: '16px', color: corDoNivel[log.nivel] }}>
            {diaEHora(log.created_at)}
            {log.usuario ? `, por ${log.usuario.name}` : ', pelo sistema'}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
