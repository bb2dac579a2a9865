import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import TimerOutlined from '@mui/icons-material/TimerOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { createLink } from '@tanstack/react-router'
import type { Cliente } from '#contract/clientes.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { useAgora } from '#web/api/useAgora.ts'
import { porque } from '#web/clientes/ItemCliente.tsx'
import { cor, tons } from '#web/theme.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { EmptyState, ErrorState } from '#web/ui/estados.tsx'
import { dinheiro, duracao, hora, numero, restaDaJanela } from '#web/ui/formatos.ts'
import { BotaoLink } from '#web/ui/ligacoes.tsx'
import { Quadro } from '#web/ui/Quadro.tsx'
import { motivoFila, StatusChip } from '#web/ui/StatusChip.tsx'
import { useAssumirEAbrir } from './assumir.ts'
import { ListaDoDia } from './SeuDia.tsx'

export const NA_LISTA = 7
const PROXIMOS = 3
const FILA = '/operador/aguardando-atendimento'
const Nome = createLink(MuiLink)

interface Props {
  consulta: {
    data: { data: Cliente[]; total: number } | undefined
    error: unknown
    refetch: () => unknown
  }
  dia: Resposta<'GET /api/operador/dashboard'>['dia'] | undefined
}

/** The first of the queue, in the server's order, with the reason in words. */
export function ComecePorAqui({ consulta: { data, error, refetch }, dia }: Props) {
  return (
    <Quadro
      lista
      titulo="Comece por aqui"
      acao={data && data.total > 0 && <BotaoLink to={FILA}>Ver a fila inteira ({numero(data.total)})</BotaoLink>}
    >
      {error && !data ? (
        <ErrorState titulo="Não foi possível abrir a fila" erro={error} aoTentar={refetch} />
      ) : !data ? (
        [1, 2, 3, 4, 5, 6, 7].map((n) => <Esqueleto key={n} />)
      ) : data.data.length === 0 ? (
        <NinguemEspera dia={dia} />
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.data.map((cliente) => (
            <Espera key={cliente.id} cliente={cliente} />
          ))}
        </Box>
      )}
    </Quadro>
  )
}

const LINHA = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) auto auto' },
  alignItems: 'center',
  columnGap: 4,
  rowGap: 2,
  minHeight: 61,
  px: 5,
  py: 2,
  borderBottom: `1px solid ${cor.rowDivider}`,
  '&:last-of-type': { borderBottom: 0 },
} as const
const CORTA = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

const Esqueleto = () => (
  <Box sx={LINHA} aria-hidden>
    <Box>
      <Skeleton width="45%" />
      <Skeleton width="70%" />
    </Box>
    <Skeleton width={88} />
    <Skeleton variant="rounded" width={86} height={36} />
  </Box>
)

/** Nothing waits: says so, and what the day still brings. */
function NinguemEspera({ dia }: { dia: Props['dia'] }) {
  const agora = useAgora().toISOString()
  const proximos = (dia ?? []).filter((fato) => fato.em === null || fato.em > agora).slice(0, PROXIMOS)
  return (
    <Box sx={{ m: 'auto', py: 4 }}>
      <EmptyState
        icone={CheckCircleOutlined}
        titulo="Ninguém esperando"
        texto="Quando um cliente responder, ou um acordo quebrar, ele aparece aqui."
      />
      {proximos.length > 0 && (
        <Box sx={{ mt: -6, mb: 4, mx: 'auto', maxWidth: 360, px: 5 }}>
          <Box component="h3" sx={{ m: 0, mb: 3, fontSize: 14, lineHeight: '20px', fontWeight: 600 }}>
            O dia ainda traz
          </Box>
          <ListaDoDia fatos={proximos} />
        </Box>
      )}
    </Box>
  )
}

const ESPERA_LONGA_MS = 90 * 60_000
const JANELA_CURTA_MS = 2 * 3_600_000

function Espera({ cliente }: { cliente: Cliente }) {
  const assumir = useAssumirEAbrir(cliente.id)
  const agora = useAgora()
  const ms = cliente.aguardando_desde ? agora.getTime() - Date.parse(cliente.aguardando_desde) : 0
  return (
    <Box component="li" sx={{ ...LINHA, '&:hover': { background: cor.hover } }}>
      <Box sx={{ minWidth: 0, gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
        <Box
          sx={{
            display: 'flex',
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
            alignItems: 'center',
            columnGap: 2,
            rowGap: 1,
          }}
        >
          <Nome
            to={FILA}
            search={{ cliente: String(cliente.id) }}
            underline="hover"
            sx={{ fontWeight: 500, color: 'text.primary', ...CORTA }}
          >
            {cliente.nome}
          </Nome>
          <Box sx={{ flexShrink: 0 }}>
            <Motivo cliente={cliente} agora={agora} />
          </Box>
        </Box>
        <Box sx={{ color: 'text.secondary', ...CORTA }}>{porque(cliente)}</Box>
      </Box>
      <Box sx={{ textAlign: { sm: 'right' }, fontVariantNumeric: 'tabular-nums' }}>
        <Box sx={{ fontWeight: 500 }}>
          {dinheiro(cliente.contas_vencidas > 0 ? cliente.valor_vencido : cliente.valor_em_aberto)}
        </Box>
        <Box sx={{ fontSize: 12, lineHeight: '16px', color: ms > ESPERA_LONGA_MS ? tons.error.texto : cor.text3 }}>
          espera há {duracao(ms)}
        </Box>
      </Box>
      <Button
        variant="outlined"
        loading={assumir.pendente}
        onClick={assumir.fazer}
        aria-label={`Assumir ${cliente.nome}`}
        sx={{
          background: '#FFF',
          'li:hover &': { background: cor.primaryTint, borderColor: 'transparent', color: cor.primaryDeep },
        }}
      >
        Assumir
      </Button>
    </Box>
  )
}

/** A window about to close is more pressing than the reply that opened it. */
function Motivo({ cliente, agora }: { cliente: Cliente; agora: Date }) {
  const resta = restaDaJanela(cliente.janela_ate, agora)
  if (cliente.aguardando_motivo === 'respondeu' && resta > 0 && resta <= JANELA_CURTA_MS && cliente.janela_ate)
    return (
      <Chip tom="warning" icone={TimerOutlined}>
        Janela fecha às {hora(cliente.janela_ate)}
      </Chip>
    )
  return cliente.aguardando_motivo && <StatusChip de={motivoFila[cliente.aguardando_motivo]} />
}
