import type { SvgIconComponent } from '@mui/icons-material'
import AutoModeOutlined from '@mui/icons-material/AutoModeOutlined'
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import EventAvailableOutlined from '@mui/icons-material/EventAvailableOutlined'
import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined'
import PaidOutlined from '@mui/icons-material/PaidOutlined'
import PlayCircleOutlined from '@mui/icons-material/PlayCircleOutlined'
import TimerOutlined from '@mui/icons-material/TimerOutlined'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { Fragment } from 'react'
import type { Resposta } from '#web/api/contrato.ts'
import { useAgora } from '#web/api/useAgora.ts'
import { cor, tons } from '#web/theme.ts'
import { hora } from '#web/ui/formatos.ts'
import { Quadro } from '#web/ui/Quadro.tsx'

type Fato = Resposta<'GET /api/operador/dashboard'>['dia'][number]

const APARENCIA: Record<Fato['tipo'], { icone: SvgIconComponent; cor: string }> = {
  fim_da_pausa: { icone: PlayCircleOutlined, cor: tons.neutral.solid },
  acordo: { icone: HandshakeOutlined, cor: tons.success.solid },
  conclusao: { icone: CheckCircleOutlined, cor: tons.success.solid },
  pagamento: { icone: PaidOutlined, cor: tons.success.solid },
  regua: { icone: AutoModeOutlined, cor: tons.special.solid },
  janela: { icone: TimerOutlined, cor: tons.warning.solid },
  parcelas: { icone: EventAvailableOutlined, cor: tons.neutral.solid },
  inicio_do_envio: { icone: AutoModeOutlined, cor: tons.neutral.solid },
  fim_do_envio: { icone: AutoModeOutlined, cor: tons.neutral.solid },
}
const PASSADOS = 4

/** The day in order, with a blue line at the present moment. */
export function SeuDia({ dia }: { dia: Fato[] | undefined }) {
  const agora = useAgora().toISOString()
  const passados = dia?.filter((fato) => fato.em !== null && fato.em <= agora).slice(-PASSADOS)
  const porVir = dia?.filter((fato) => fato.em === null || fato.em > agora)
  return (
    <Quadro titulo="Seu dia">
      <Box sx={{ px: 5, pt: 2, pb: 4 }}>
        {passados && porVir ? (
          <>
            <ListaDoDia fatos={passados} />
            <Agora instante={agora} />
            <ListaDoDia fatos={porVir} />
          </>
        ) : (
          [0, 1, 2, 3, 4].map((n) => <Skeleton key={n} height={48} />)
        )}
      </Box>
    </Quadro>
  )
}

const HORA = { width: 40, flexShrink: 0, textAlign: 'right', fontSize: 12, fontVariantNumeric: 'tabular-nums' } as const

export function ListaDoDia({ fatos }: { fatos: Fato[] }) {
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {fatos.map((fato, i) => (
        <Fragment key={`${fato.tipo}-${fato.em}-${fato.cliente_id}`}>
          <UmFato fato={fato} ultimo={i === fatos.length - 1} />
        </Fragment>
      ))}
    </Box>
  )
}

function UmFato({ fato, ultimo }: { fato: Fato; ultimo: boolean }) {
  const { icone: Icone, cor: corDoIcone } = APARENCIA[fato.tipo]
  return (
    <Box component="li" sx={{ display: 'flex', gap: 2.5, position: 'relative', pb: ultimo ? 1 : 3 }}>
      <Box sx={{ ...HORA, lineHeight: '24px', color: cor.text3 }}>{fato.em ? hora(fato.em) : 'hoje'}</Box>
      <Box
        aria-hidden
        sx={{
          width: 24,
          height: 24,
          flexShrink: 0,
          borderRadius: '50%',
          border: `1px solid ${cor.divider}`,
          display: 'grid',
          placeItems: 'center',
          background: '#FFF',
          zIndex: 1,
        }}
      >
        <Icone sx={{ fontSize: 16, color: corDoIcone }} />
      </Box>
      {!ultimo && (
        <Box
          aria-hidden
          sx={{ position: 'absolute', left: 62, top: 24, bottom: 0, width: '1px', background: cor.divider }}
        />
      )}
      <Box sx={{ minWidth: 0, pt: '2px', overflowWrap: 'anywhere' }}>
        {fato.titulo}
        <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>{fato.detalhe}</Box>
      </Box>
    </Box>
  )
}

function Agora({ instante }: { instante: string }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2.5, my: 2 }}>
      <Box component="time" dateTime={instante} sx={{ ...HORA, color: cor.primaryDark, fontWeight: 600 }}>
        <span className="so-leitor">Agora, </span>
        {hora(instante)}
      </Box>
      <Box aria-hidden sx={{ flex: 1, height: 2, borderRadius: 1, background: '#1976D2' }} />
    </Box>
  )
}
