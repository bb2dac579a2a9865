import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { previsaoQuery, reguaQuery } from '#web/cobranca/cobranca.api.ts'
import { ModelosPainel } from '#web/modelos/ModelosPainel.tsx'
import { Carregando } from '#web/shell/Carregando.tsx'
import { cor } from '#web/theme.ts'
import { useFiltros } from '#web/ui/useFiltros.ts'

const ReguaPainel = lazy(() => import('#web/cobranca/ReguaPainel.tsx').then((m) => ({ default: m.ReguaPainel })))
const ExecucoesPainel = lazy(() =>
  import('#web/cobranca/ExecucoesPainel.tsx').then((m) => ({ default: m.ExecucoesPainel })),
)
const EmpresaPainel = lazy(() => import('./EmpresaPainel.tsx').then((m) => ({ default: m.EmpresaPainel })))

const ABAS = {
  modelos: { nome: 'Modelos', Painel: Modelos },
  regua: { nome: 'Régua e horários', Painel: ReguaPainel },
  execucoes: { nome: 'Execuções', Painel: ExecucoesPainel },
  empresa: { nome: 'Empresa e Pix', Painel: EmpresaPainel },
} as const
type Aba = keyof typeof ABAS
const ehAba = (texto: string | undefined): texto is Aba => texto !== undefined && Object.hasOwn(ABAS, texto)

/** What is said (templates), when (cadence and calendar), what each run did, and who signs. */
export function AdminMensagensPage() {
  const { filtros, mudar } = useFiltros()
  const aba = ehAba(filtros.aba) ? filtros.aba : 'modelos'
  const { Painel } = ABAS[aba]
  const abrir = (nova: Aba) =>
    mudar(
      {
        ...Object.fromEntries(Object.keys(filtros).map((nome) => [nome, undefined])),
        aba: nova === 'modelos' ? undefined : nova,
      },
      { empurrar: true },
    )
  return (
    <Box sx={{ minHeight: '100%', display: 'flex', flexDirection: 'column' }}>
      <Tabs
        value={aba}
        onChange={(_, nova: Aba) => abrir(nova)}
        aria-label="Configuração de mensagens"
        variant="scrollable"
        scrollButtons={false}
        sx={{
          background: '#FFF',
          borderBottom: `1px solid ${cor.divider}`,
          px: { xs: 3, sm: 5, xl: 7 },
          position: 'sticky',
          top: 0,
          zIndex: 3,
          flexShrink: 0,
        }}
      >
        {Object.entries(ABAS).map(([valor, { nome }]) => (
          <Tab key={valor} value={valor} label={nome} id={`aba-${valor}`} aria-controls="painel" />
        ))}
      </Tabs>
      <Box role="tabpanel" id="painel" aria-labelledby={`aba-${aba}`} sx={{ flex: 1, minHeight: 0 }}>
        <Suspense fallback={<Carregando />}>
          <Painel />
        </Suspense>
      </Box>
    </Box>
  )
}

/** The texts, with what the cadence does with each. */
function Modelos() {
  const { data: regua } = useQuery(reguaQuery)
  const { data: previsao } = useQuery(previsaoQuery(regua))
  return <ModelosPainel regua={regua} enviosPorPasso={previsao?.por_passo} />
}
