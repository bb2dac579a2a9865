import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined'
import ChevronRightOutlined from '@mui/icons-material/ChevronRightOutlined'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import type { ClienteDetalhado } from '#contract/clientes.ts'
import { useAgora } from '#web/api/useAgora.ts'
import type { Selecao } from '#web/contas-receber/useSelecao.ts'
import { Fio } from '#web/mensagens/Fio.tsx'
import { useRascunho } from '#web/mensagens/useRascunho.ts'
import { cor } from '#web/theme.ts'
import { dinheiro, documentoComNome, plural, restaDaJanela, telefone } from '#web/ui/formatos.ts'
import { Janela } from '#web/ui/Janela.tsx'
import { StatusChip, statusCliente } from '#web/ui/StatusChip.tsx'
import { useMudarFiltros } from '#web/ui/useFiltros.ts'
import { Dock } from './Dock.tsx'
import { MenuCliente } from './MenuCliente.tsx'

interface Props {
  id: number
  cliente: ClienteDetalhado | undefined
  paineis: number
  selecao: Selecao
}

/** The thread with its head and its dock. */
export function Conversa({ id, cliente, paineis, selecao }: Props) {
  const rascunho = useRascunho(id)
  const [texto, setTexto] = rascunho
  return (
    <>
      <Cabeca cliente={cliente} paineis={paineis} />
      {paineis < 3 && cliente && <FaixaContas cliente={cliente} />}
      <Fio id={id} cliente={cliente} aoEditar={(recusado) => setTexto(texto ? `${texto}\n${recusado}` : recusado)} />
      {cliente && <Dock cliente={cliente} selecao={selecao} rascunho={rascunho} />}
    </>
  )
}

function Cabeca({ cliente, paineis }: Pick<Props, 'cliente' | 'paineis'>) {
  const mudar = useMudarFiltros()
  const aberta = restaDaJanela(cliente?.janela_ate ?? null, useAgora()) > 0
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        minHeight: { xs: 56, sm: 64 },
        px: { xs: 2, sm: 5 },
        py: 1,
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
                border: `1px solid ${aberta ? cor.divider : cor.surfaceAlt}`,
                background: aberta ? '#FFF' : cor.surfaceAlt,
                borderRadius: '8px',
                px: 3,
                height: 36,
                alignItems: 'center',
                color: 'text.secondary',
                display: { xs: 'none', sm: 'flex' },
                flexShrink: 0,
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
  const mudar = useMudarFiltros()
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
