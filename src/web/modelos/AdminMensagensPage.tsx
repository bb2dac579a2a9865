import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { lazy, Suspense } from 'react'
import { Carregando } from '#web/shell/Carregando.tsx'
import { cor } from '#web/theme.ts'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { ModelosPainel } from './ModelosPainel.tsx'

const ReguaPainel = lazy(() =>
  import('#web/cobranca/ReguaPainel.tsx').then((modulo) => ({ default: modulo.ReguaPainel })),
)
const ExecucoesPainel = lazy(() =>
  import('#web/cobranca/ExecucoesPainel.tsx').then((modulo) => ({ default: modulo.ExecucoesPainel })),
)

const ABAS = { modelos: 'Modelos', regua: 'Régua e calendário', execucoes: 'Execuções' } as const
type Aba = keyof typeof ABAS

/** What is said (templates), when (cadence and calendar), and what each run did. */
export function AdminMensagensPage() {
  const { filtros, mudar } = useFiltros()
  const aba: Aba = filtros.aba === 'regua' || filtros.aba === 'execucoes' ? filtros.aba : 'modelos'
  return (
    <>
      <Tabs
        value={aba}
        onChange={(_, nova: Aba) => mudar({ aba: nova === 'modelos' ? undefined : nova, tipo: undefined })}
        aria-label="Configuração de mensagens"
        sx={{ background: '#FFF', borderBottom: `1px solid ${cor.divider}`, px: { xs: 2, sm: 4 } }}
      >
        {Object.entries(ABAS).map(([valor, nome]) => (
          <Tab key={valor} value={valor} label={nome} />
        ))}
      </Tabs>
      <Box>
        <Suspense fallback={<Carregando />}>
          {aba === 'regua' ? <ReguaPainel /> : aba === 'execucoes' ? <ExecucoesPainel /> : <ModelosPainel />}
        </Suspense>
      </Box>
    </>
  )
}
