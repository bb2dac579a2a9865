import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined'
import ChevronRightOutlined from '@mui/icons-material/ChevronRightOutlined'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import type { ClienteDetalhado } from '#contract/clientes.ts'
import { Fio } from '#web/mensagens/Fio.tsx'
import { cor } from '#web/theme.ts'
import { dinheiro, documentoComNome, plural, telefone } from '#web/ui/formatos.ts'
import { Janela } from '#web/ui/Janela.tsx'
import { StatusChip, statusCliente } from '#web/ui/StatusChip.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { Dock } from './Dock.tsx'
import { MenuCliente } from './MenuCliente.tsx'

interface Props {
  id: number
  cliente: ClienteDetalhado | undefined
  paineis: number
}

/** The thread with its head and its dock. */
export function Conversa({ id, cliente, paineis }: Props) {
  return (
    <>
      <Cabeca cliente={cliente} paineis={paineis} />
      {paineis < 3 && cliente && <FaixaContas cliente={cliente} />}
      <Fio id={id} cliente={cliente} />
      {cliente && <Dock cliente={cliente} />}
    </>
  )
}

function Cabeca({ cliente, paineis }: Omit<Props, 'id'>) {
  const { mudar } = useFiltros()
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        minHeight: 56,
        px: { xs: 2, sm: 5 },
        py: 2,
        flexShrink: 0,
        borderBottom: `1px solid ${cor.divider}`,
      }}
    >
      {paineis === 1 && (
        <IconButton
          aria-label="Voltar à lista"
          onClick={() => mudar({ cliente: undefined, painel: undefined }, { empurrar: true })}
        >
          <ArrowBackOutlined />
        </IconButton>
      )}
      {cliente ? (
        <>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
              <Box
                component="h2"
                sx={{
                  m: 0,
                  fontSize: 16,
                  lineHeight: '24px',
                  fontWeight: 600,
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                  whiteSpace: 'nowrap',
                }}
              >
                {cliente.nome}
              </Box>
              {paineis > 1 && <StatusChip de={statusCliente[cliente.status]} />}
            </Box>
            <Box
              sx={{
                fontSize: 13,
                lineHeight: '18px',
                color: 'text.secondary',
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                whiteSpace: 'nowrap',
              }}
            >
              {paineis === 1 ? (
                <Janela ate={cliente.janela_ate} />
              ) : (
                `${documentoComNome(cliente.documento)} · ${telefone(cliente.telefone)}`
              )}
            </Box>
          </Box>
          {paineis > 1 && (
            <Box
              sx={{
                border: `1px solid ${cor.divider}`,
                borderRadius: '8px',
                px: 3,
                py: 1.5,
                fontSize: 13,
                display: { xs: 'none', sm: 'block' },
              }}
            >
              <Janela ate={cliente.janela_ate} />
            </Box>
          )}
          <MenuCliente cliente={cliente} />
        </>
      ) : (
        <Box sx={{ flex: 1 }}>
          <Skeleton width={180} />
          <Skeleton width={240} />
        </Box>
      )}
    </Box>
  )
}

/** Where the debts have no pane of their own, the strip that leads to them. */
function FaixaContas({ cliente }: { cliente: ClienteDetalhado }) {
  const { mudar } = useFiltros()
  const vencidas = cliente.contas_vencidas > 0
  return (
    <ButtonBase
      onClick={() => mudar({ painel: 'contas' }, { empurrar: true })}
      sx={{
        flexShrink: 0,
        justifyContent: 'flex-start',
        gap: 3,
        minHeight: 48,
        px: 4,
        background: '#F6F8FB',
        borderBottom: `1px solid ${cor.divider}`,
      }}
    >
      <ReceiptLongOutlined sx={{ fontSize: 20, color: 'text.secondary' }} aria-hidden />
      <span>
        <b style={{ fontWeight: 500 }}>{dinheiro(vencidas ? cliente.valor_vencido : cliente.valor_em_aberto)}</b>{' '}
        {vencidas
          ? `em atraso · ${plural(cliente.contas_vencidas, 'conta', 'contas')}`
          : `em aberto · ${plural(cliente.contas_em_aberto, 'conta', 'contas')}`}
      </span>
      <ChevronRightOutlined sx={{ ml: 'auto', color: 'text.secondary' }} aria-hidden />
    </ButtonBase>
  )
}
