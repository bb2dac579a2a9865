import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import ListItemButton from '@mui/material/ListItemButton'
import Skeleton from '@mui/material/Skeleton'
import type { Regua } from '#contract/cobranca.ts'
import type { Modelo } from '#contract/modelos.ts'
import { precisaAprovacao } from '#domain/modelo.ts'
import { cor, tons } from '#web/theme.ts'
import { passoCurto } from '#web/ui/formatos.ts'
import { CheckCircle } from '#web/ui/icons/CheckCircle.tsx'
import { EditOutlined } from '#web/ui/icons/EditOutlined.tsx'
import { ErrorOutlineOutlined as ErrorOutlined } from '#web/ui/icons/ErrorOutlineOutlined.tsx'
import { HourglassEmptyOutlined } from '#web/ui/icons/HourglassEmptyOutlined.tsx'
import { PauseCircleOutlineOutlined as PauseCircleOutlined } from '#web/ui/icons/PauseCircleOutlineOutlined.tsx'
import { RemoveCircleOutlineOutlined as RemoveCircleOutline } from '#web/ui/icons/RemoveCircleOutlineOutlined.tsx'
import { ScheduleOutlined } from '#web/ui/icons/ScheduleOutlined.tsx'
import { WarningAmberOutlined } from '#web/ui/icons/WarningAmberOutlined.tsx'
import { situacaoModelo } from '#web/ui/StatusChip.tsx'
import { cuidados } from './palavras.ts'

interface Props {
  modelos: Modelo[] | undefined
  regua: Regua | undefined
  aberto: string | undefined
  rascunhos: Record<string, unknown>
  aoAbrir: (tipo: string) => void
}

/** The nine texts, when each goes out and whether Meta lets it. */
export function ListaModelos({ modelos, regua, aberto, rascunhos, aoAbrir }: Props) {
  return (
    <Card component="nav" aria-label="Modelos" aria-busy={!modelos}>
      {modelos
        ? modelos.map((modelo) => (
            <ListItemButton
              key={modelo.tipo}
              selected={modelo.tipo === aberto}
              aria-current={modelo.tipo === aberto ? 'true' : undefined}
              onClick={() => aoAbrir(modelo.tipo)}
              sx={{
                gap: 3,
                minHeight: 57,
                py: 2,
                pl: 4,
                pr: '14px',
                borderBottom: `1px solid ${cor.rowDivider}`,
                '&.Mui-selected, &.Mui-selected:hover': {
                  background: cor.primaryTint,
                  boxShadow: 'inset 3px 0 0 var(--selected)',
                },
                '&.Mui-selected .titulo': { color: cor.primaryDeep },
                '&:focus-visible': { outlineOffset: '-2px' },
              }}
            >
              <Box sx={{ minWidth: 0, flex: 1 }}>
                <Box className="titulo" sx={{ fontWeight: 500 }}>
                  {modelo.titulo}
                </Box>
                <Box sx={{ fontSize: 13, lineHeight: '18px', color: 'text.secondary' }}>{quandoSai(modelo, regua)}</Box>
              </Box>
              <Marca modelo={modelo} rascunho={rascunhos[modelo.tipo] !== undefined} />
            </ListItemButton>
          ))
        : Array.from({ length: 9 }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <Box key={i} sx={{ height: 57, px: 4, py: 2, borderBottom: `1px solid ${cor.rowDivider}` }}>
              <Skeleton width="60%" />
              <Skeleton width="40%" />
            </Box>
          ))}
    </Card>
  )
}

const ICONES = {
  aprovado: CheckCircle,
  pendente: HourglassEmptyOutlined,
  rejeitado: ErrorOutlined,
  pausado: PauseCircleOutlined,
  local: ScheduleOutlined,
} as const

function Marca({ modelo, rascunho }: { modelo: Modelo; rascunho: boolean }) {
  const livre = !precisaAprovacao(modelo.tipo)
  const [cuidado] = modelo.situacao === 'aprovado' ? cuidados(modelo) : []
  const Icone = rascunho
    ? EditOutlined
    : livre
      ? RemoveCircleOutline
      : cuidado
        ? WarningAmberOutlined
        : ICONES[modelo.situacao]
  const { rotulo, tom } = cuidado
    ? { rotulo: `Aprovado. ${cuidado.titulo}`, ...cuidado }
    : situacaoModelo[modelo.situacao]
  const nome = rascunho ? 'Alteração não salva' : livre ? 'Não precisa de aprovação' : rotulo
  return (
    <Box component="span" role="img" aria-label={nome} title={nome} sx={{ display: 'grid' }}>
      <Icone aria-hidden size={20} style={{ color: tons[rascunho ? 'warning' : livre ? 'neutral' : tom].solid }} />
    </Box>
  )
}

const OCASIAO: Partial<Record<Modelo['tipo'], string>> = {
  negociacao: 'ao fechar acordo',
  parcela: 'lembrete do acordo',
  pagamento: 'ao quitar tudo',
  reengajar: 'fora da janela de 24 h',
  fora_do_horario: 'texto livre, sem aprovação',
}

/** "3 dias antes", "no dia", "D+2, D+5": when a text goes out, by the cadence in force. */
function quandoSai({ tipo }: Modelo, regua: Regua | undefined): string {
  const ocasiao = OCASIAO[tipo]
  if (ocasiao) return ocasiao
  if (!regua) return ' '
  const dias = regua.passos.filter((passo) => passo.tipo === tipo && passo.ativo).map((passo) => passo.dias)
  const [um] = dias
  if (um === undefined) return 'fora da régua'
  if (dias.length > 1) return dias.map(passoCurto).join(', ')
  if (um === 0) return 'no dia'
  return `${Math.abs(um)} ${Math.abs(um) === 1 ? 'dia' : 'dias'} ${um < 0 ? 'antes' : 'depois'}`
}
