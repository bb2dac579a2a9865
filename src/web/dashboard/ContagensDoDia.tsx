import type { SvgIconComponent } from '@mui/icons-material'
import ChevronRightOutlined from '@mui/icons-material/ChevronRightOutlined'
import EventAvailableOutlined from '@mui/icons-material/EventAvailableOutlined'
import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined'
import MarkUnreadChatAltOutlined from '@mui/icons-material/MarkUnreadChatAltOutlined'
import TimerOutlined from '@mui/icons-material/TimerOutlined'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { agora, hoje } from '#web/api/agora.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { cor, tons } from '#web/theme.ts'
import { dinheiro, duracao, hora, numero, plural } from '#web/ui/formatos.ts'
import { AreaLink } from '#web/ui/ligacoes.tsx'

type Hoje = Resposta<'GET /api/operador/dashboard'>['hoje']

interface Contagem {
  rotulo: string
  icone: SvgIconComponent
  corDoIcone: string
  figura: number | undefined
  legenda: string | undefined
  para: { to: string; search: Record<string, string> }
}

const FILA = '/operador/aguardando-atendimento'

function contagens(dados: Hoje | undefined): Contagem[] {
  return [
    {
      rotulo: 'Acordos quebrados',
      icone: HandshakeOutlined,
      corDoIcone: tons.error.solid,
      figura: dados?.acordos_quebrados,
      legenda:
        dados && (dados.acordos_quebrados ? `${dinheiro(dados.acordos_quebrados_valor)} em jogo` : 'nenhum na fila'),
      para: { to: FILA, search: { motivo: 'acordo_quebrado' } },
    },
    {
      rotulo: 'Janelas que fecham em 2 h',
      icone: TimerOutlined,
      corDoIcone: tons.warning.solid,
      figura: dados?.janelas_fechando,
      legenda: dados && (dados.janela_fecha_em ? `a primeira às ${hora(dados.janela_fecha_em)}` : 'nenhuma por agora'),
      para: { to: FILA, search: { janela: 'fechando' } },
    },
    {
      rotulo: 'Responderam e esperam',
      icone: MarkUnreadChatAltOutlined,
      corDoIcone: cor.primaryDark,
      figura: dados?.responderam,
      legenda:
        dados && (dados.responderam_desde ? `o mais antigo há ${haQuanto(dados.responderam_desde)}` : 'ninguém espera'),
      para: { to: FILA, search: { motivo: 'respondeu' } },
    },
    {
      rotulo: 'Parcelas que vencem hoje',
      icone: EventAvailableOutlined,
      corDoIcone: 'text.secondary',
      figura: dados?.parcelas_vencendo,
      legenda: dados && parcelas(dados),
      para: {
        to: '/operador/contas-receber',
        search: {
          origem: 'negociacao',
          vencimento_de: dados?.parcelas_desde ?? hoje(),
          vencimento_ate: hoje(),
        },
      },
    },
  ]
}

const haQuanto = (desde: string) => duracao(agora().getTime() - Date.parse(desde))

function parcelas({ parcelas_vencendo, parcelas_vencendo_valor, parcelas_pagas }: Hoje): string {
  const pagas = parcelas_pagas > 0 ? plural(parcelas_pagas, 'já paga', 'já pagas') : ''
  if (parcelas_vencendo === 0) return pagas || 'nenhuma de acordo'
  return [dinheiro(parcelas_vencendo_valor), pagas].filter(Boolean).join(' · ')
}

/** What waits, counted; each count leads to its list. */
export function ContagensDoDia({ dados }: { dados: Hoje | undefined }) {
  return (
    <Card
      component="section"
      aria-label="O que espera hoje"
      sx={{
        flexShrink: 0,
        display: 'grid',
        gap: '1px',
        background: cor.divider,
        gridTemplateColumns: { xs: '1fr 1fr', lg: 'repeat(4, 1fr)' },
      }}
    >
      {contagens(dados).map((contagem) => (
        <UmaContagem key={contagem.rotulo} {...contagem} />
      ))}
    </Card>
  )
}

function UmaContagem({ rotulo, icone: Icone, corDoIcone, figura, legenda, para }: Contagem) {
  return (
    <AreaLink
      to={para.to}
      search={para.search}
      sx={{
        display: 'block',
        px: { xs: 3, sm: 5 },
        py: { xs: 3, sm: 4 },
        background: '#FFF',
        color: 'text.primary',
        transition: 'background 120ms',
        '&:hover': { background: cor.hover },
        '&:focus-visible': { outlineOffset: -2 },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, fontWeight: 500, minHeight: { xs: 40, sm: 20 } }}>
        <Icone sx={{ fontSize: 20, color: corDoIcone }} aria-hidden />
        <span>{rotulo}</span>
        <ChevronRightOutlined
          sx={{ fontSize: 20, color: 'text.secondary', ml: 'auto', mr: -1, display: { xs: 'none', sm: 'block' } }}
          aria-hidden
        />
      </Box>
      <Box
        sx={{
          fontSize: 32,
          lineHeight: '40px',
          fontWeight: 500,
          letterSpacing: '-.5px',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {figura === undefined ? <Skeleton width={48} /> : numero(figura)}
      </Box>
      <Box sx={{ fontSize: 12, lineHeight: '16px', minHeight: 16, color: cor.text3 }}>{legenda}</Box>
    </AreaLink>
  )
}
