import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import type { Resposta } from '#web/api/contrato.ts'
import { cor, rampaAtraso, tons } from '#web/theme.ts'
import { ErrorState } from '#web/ui/estados.tsx'
import { dinheiro, percentual, plural } from '#web/ui/formatos.ts'
import { resumoQuery } from './contas.api.ts'

type Resumo = Resposta<'GET /api/operador/contas-receber/resumo'>
type Faixa = Resumo['aging'][number]['faixa']

const BANDAS: readonly { valor: Faixa; rotulo: string }[] = [
  { valor: 'a_vencer', rotulo: 'A vencer' },
  { valor: '1-30', rotulo: '1–30 dias' },
  { valor: '31-60', rotulo: '31–60' },
  { valor: '61-90', rotulo: '61–90' },
  { valor: '90+', rotulo: '+ de 90' },
]

interface Props {
  faixa: string | undefined
  aoFiltrar: (faixa: Faixa | undefined) => void
}

/** What is open, what of it is late, and for how long; each band of the aging is a filter. */
export function ResumoContas({ faixa, aoFiltrar }: Props) {
  const { data, error, refetch } = useQuery(resumoQuery)
  if (error && !data)
    return (
      <Card sx={{ flexShrink: 0 }}>
        <ErrorState titulo="Não foi possível abrir o resumo" erro={error} aoTentar={() => void refetch()} />
      </Card>
    )
  return (
    <Card
      component="section"
      aria-label="Resumo das contas"
      sx={{
        flexShrink: 0,
        display: 'flex',
        flexWrap: { xs: 'wrap', lg: 'nowrap' },
        alignItems: 'center',
        columnGap: { xs: 4, md: 7 },
        rowGap: 2,
        minHeight: 98,
        pl: { xs: 4, sm: 5 },
        pr: { xs: 4, sm: 2 },
        py: { xs: 3, lg: 2 },
      }}
    >
      <Figura
        rotulo="Valor em aberto"
        valor={data?.valor_total}
        legenda={
          data &&
          `${plural(data.total_contas, 'conta', 'contas')} de ${plural(data.clientes_vinculados, 'cliente', 'clientes')}`
        }
      />
      <Figura
        rotulo="Vencido"
        valor={data?.valor_vencido}
        vencido
        legenda={
          data &&
          `${plural(data.contas_vencidas, 'conta', 'contas')}, ${percentual(data.valor_total ? (data.valor_vencido / data.valor_total) * 100 : 0)} do valor`
        }
      />
      <Box
        role="group"
        aria-label="Por tempo de atraso"
        sx={{
          display: 'flex',
          gap: 1,
          flex: { xs: '1 0 100%', lg: '1 1 0' },
          minWidth: 0,
          // On a phone the bands go on beyond the edge, one cut in half to show it.
          overflowX: { xs: 'auto', sm: 'visible' },
          // Its first band begins where the figures do.
          mx: { xs: -4, sm: -2, lg: 0 },
          px: { xs: 2, sm: 0 },
          pl: { lg: 4 },
          borderLeft: { lg: `1px solid ${cor.divider}` },
        }}
      >
        {BANDAS.map((uma, indice) => (
          <Banda
            key={uma.valor}
            indice={indice}
            resumo={data}
            faixa={uma}
            ativa={faixa === uma.valor}
            aoFiltrar={aoFiltrar}
          />
        ))}
      </Box>
    </Card>
  )
}

interface FiguraProps {
  rotulo: string
  valor: number | undefined
  legenda: string | undefined
  vencido?: boolean
}

function Figura({ rotulo, valor, legenda, vencido = false }: FiguraProps) {
  return (
    <Box sx={{ flex: { xs: '1 1 130px', sm: '0 0 auto' }, minWidth: 0 }}>
      <Box sx={{ fontSize: 13, lineHeight: '18px', fontWeight: 500, color: 'text.secondary' }}>{rotulo}</Box>
      <Box
        sx={{
          fontSize: { xs: 20, sm: 24 },
          lineHeight: '32px',
          fontWeight: 500,
          letterSpacing: '-.4px',
          fontVariantNumeric: 'tabular-nums',
          whiteSpace: 'nowrap',
          color: vencido ? tons.error.texto : undefined,
        }}
      >
        {valor === undefined ? <Skeleton width={150} /> : dinheiro(valor)}
      </Box>
      <Box sx={{ fontSize: 12, lineHeight: '16px', minHeight: 16, color: cor.text3 }}>
        {legenda ?? <Skeleton width={120} />}
      </Box>
    </Box>
  )
}

interface BandaProps {
  indice: number
  resumo: Resumo | undefined
  faixa: (typeof BANDAS)[number]
  ativa: boolean
  aoFiltrar: (faixa: Faixa | undefined) => void
}

/** Its width follows its share of the money, with a floor so that it can be read and pressed. */
function Banda({ indice, resumo, faixa, ativa, aoFiltrar }: BandaProps) {
  const linha = resumo?.aging.find((uma) => uma.faixa === faixa.valor)
  const parte = resumo?.valor_total ? (linha?.valor ?? 0) / resumo.valor_total : 0.2
  return (
    <ButtonBase
      aria-pressed={ativa}
      onClick={() => aoFiltrar(ativa ? undefined : faixa.valor)}
      sx={{
        flex: { xs: '0 0 auto', sm: `${Math.max(0.02, parte)} 1 90px` },
        // Never narrower than its own figure.
        minWidth: { xs: 116, sm: 'max-content' },
        display: 'block',
        textAlign: 'left',
        p: 2,
        borderRadius: '8px',
        background: ativa ? cor.primaryTint : undefined,
        '&:hover': { background: ativa ? cor.primaryTint : cor.hover },
        '&:focus-visible': { outlineOffset: -2 },
      }}
    >
      <Box className="pintado" sx={{ height: 8, borderRadius: '4px', mb: 2, background: rampaAtraso[indice] }} />
      <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>{faixa.rotulo}</Box>
      <Box sx={{ lineHeight: '20px', fontWeight: 600, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {resumo ? dinheiro(linha?.valor ?? 0) : <Skeleton />}
      </Box>
      <Box sx={{ fontSize: 12, lineHeight: '16px', color: cor.text3 }}>
        {resumo ? plural(linha?.contas ?? 0, 'conta', 'contas') : <Skeleton width={50} />}
      </Box>
    </ButtonBase>
  )
}
