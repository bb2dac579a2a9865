import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import type { ClienteDetalhado } from '#contract/clientes.ts'
import { nomeDaConta, quandoVence } from '#web/contas-receber/palavras.ts'
import { cor, tons } from '#web/theme.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { dia, dinheiro, documentoComNome, plural, telefone, valor } from '#web/ui/formatos.ts'
import { MoreVertOutlined } from '#web/ui/icons/MoreVertOutlined.tsx'
import { SwapHorizOutlined } from '#web/ui/icons/SwapHorizOutlined.tsx'
import { imprimir } from '#web/ui/imprimir.ts'
import { MotivoDialog } from '#web/ui/MotivoDialog.tsx'
import { StatusChip, statusCliente, statusConta } from '#web/ui/StatusChip.tsx'
import { useAcoesAdmin } from './admin.api.ts'
import { DecisaoCard } from './DecisaoCard.tsx'
import { Historico } from './Historico.tsx'
import { TransferirDialog } from './TransferirDialogs.tsx'

/** What an administrator sees of a customer: what is owed, why it was or was not billed, what happened, who has it. */
export function FichaAdmin({ cliente }: { cliente: ClienteDetalhado }) {
  return (
    <>
      <Box sx={{ px: 5, py: 4, display: 'grid', gap: 3 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <StatusChip de={statusCliente[cliente.status]} />
          {cliente.status === 'pausado' && (
            <span>
              {cliente.pausado_ate ? `até ${dia(cliente.pausado_ate)}: ` : ''}
              {cliente.motivo_pausa}
            </span>
          )}
        </Box>
        <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {documentoComNome(cliente.documento)} · {telefone(cliente.telefone)}
          {cliente.email && ` · ${cliente.email}`}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 8, rowGap: 2 }}>
          <Figura rotulo="Em aberto" legenda={plural(cliente.contas_em_aberto, 'conta', 'contas')}>
            {dinheiro(cliente.valor_em_aberto)}
          </Figura>
          <Figura
            rotulo="Vencido"
            legenda={cliente.dias_atraso > 0 ? `há ${plural(cliente.dias_atraso, 'dia', 'dias')}` : 'nada em atraso'}
            cor={cliente.valor_vencido > 0 ? tons.error.texto : undefined}
          >
            {dinheiro(cliente.valor_vencido)}
          </Figura>
        </Box>
        <Dono cliente={cliente} />
      </Box>
      <Secao titulo="Contas">
        <Contas cliente={cliente} />
      </Secao>
      <Box sx={{ borderTop: `1px solid ${cor.divider}` }}>
        <DecisaoCard decisao={cliente.decisao} />
      </Box>
      <Secao titulo="Histórico">
        <Historico logs={cliente.historico} />
      </Secao>
    </>
  )
}

interface FiguraProps {
  rotulo: string
  legenda: string
  cor?: string | undefined
  children: string
}

const Figura = ({ rotulo, legenda, cor: corDoTexto, children }: FiguraProps) => (
  <Box>
    <Box sx={{ fontSize: 13, lineHeight: '18px', fontWeight: 500, color: 'text.secondary' }}>{rotulo}</Box>
    <Box
      sx={{
        fontSize: 24,
        lineHeight: '32px',
        fontWeight: 500,
        letterSpacing: '-.4px',
        fontVariantNumeric: 'tabular-nums',
        color: corDoTexto,
      }}
    >
      {children}
    </Box>
    <Box sx={{ fontSize: 12, lineHeight: '16px', color: cor.text3 }}>{legenda}</Box>
  </Box>
)

/** Who has the customer, and what an administrator does about it. */
function Dono({ cliente }: { cliente: ClienteDetalhado }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      <Box sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          Operador:{' '}
        </Box>
        {cliente.operador?.name ?? 'ninguém'}
      </Box>
      <Box className="so-na-tela" sx={{ display: 'flex', gap: 1, ml: 'auto', flexShrink: 0 }}>
        <Button
          variant="outlined"
          startIcon={<SwapHorizOutlined />}
          onClick={() =>
            void abrir((fechar) => (
              <TransferirDialog alvo={{ ids: [cliente.id] }} quantos={1} aoFechar={() => fechar()} />
            ))
          }
        >
          Transferir
        </Button>
        <MaisAcoes cliente={cliente} />
      </Box>
    </Box>
  )
}

function MaisAcoes({ cliente }: { cliente: ClienteDetalhado }) {
  const [ancora, setAncora] = useState<HTMLElement | null>(null)
  const { id } = cliente
  const fazer = (acao: () => unknown) => () => {
    setAncora(null)
    acao()
  }
  return (
    <>
      <Tooltip title="Mais ações">
        <IconButton aria-label="Mais ações" aria-haspopup="menu" onClick={(evento) => setAncora(evento.currentTarget)}>
          <MoreVertOutlined size={20} />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={ancora} open={Boolean(ancora)} onClose={() => setAncora(null)}>
        <MenuItem onClick={fazer(() => imprimir('painel'))}>Imprimir a ficha</MenuItem>
        <MenuItem
          onClick={fazer(() => baixarArquivo('GET /api/admin/clientes/:id/dados', `cliente-${id}.json`, { id }))}
        >
          Exportar os dados (LGPD)
        </MenuItem>
        <MenuItem
          sx={{ color: tons.error.solid }}
          onClick={fazer(() => abrir((fechar) => <AnonimizarDialog cliente={cliente} aoFechar={() => fechar()} />))}
        >
          Anonimizar (LGPD)
        </MenuItem>
      </Menu>
    </>
  )
}

function Contas({ cliente }: { cliente: ClienteDetalhado }) {
  if (cliente.contas.length === 0) return <Box sx={{ px: 5, pb: 4, color: 'text.secondary' }}>Nenhuma conta.</Box>
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {cliente.contas.map((conta) => (
        <Box
          component="li"
          key={conta.id}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr) auto 112px',
            alignItems: 'center',
            gap: 3,
            px: 5,
            py: 2,
            borderTop: `1px solid ${cor.rowDivider}`,
          }}
        >
          <Box sx={{ minWidth: 0 }}>
            <Box sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{nomeDaConta(conta)}</Box>
            <Box sx={{ fontSize: 12, lineHeight: '16px', color: conta.dias_atraso > 0 ? tons.error.texto : cor.text3 }}>
              {conta.status === 'paga' && conta.pago_em ? `paga em ${dia(conta.pago_em)}` : quandoVence(conta)}
            </Box>
          </Box>
          <Box sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>{valor(conta.valor)}</Box>
          <Box>
            <StatusChip de={statusConta[conta.status]} />
          </Box>
        </Box>
      ))}
    </Box>
  )
}

function AnonimizarDialog({ cliente, aoFechar }: { cliente: ClienteDetalhado; aoFechar: () => void }) {
  const { anonimizar } = useAcoesAdmin()
  return (
    <MotivoDialog
      titulo={`Anonimizar ${cliente.nome}?`}
      acao="Anonimizar cliente"
      aoFechar={aoFechar}
      aoConfirmar={async (motivo) => {
        await anonimizar.mutateAsync({ id: cliente.id, motivo })
        avisar('Os dados pessoais foram apagados. Valores e datas ficaram.')
      }}
    >
      Nome, documento, telefone, e-mail e textos das mensagens são apagados e não voltam. Contas, pagamentos e datas
      ficam.
    </MotivoDialog>
  )
}

function Secao({ titulo, children }: { titulo: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={titulo} sx={{ borderTop: `1px solid ${cor.divider}` }}>
      <Typography component="h3" variant="h3" sx={{ px: 5, py: 3 }}>
        {titulo}
      </Typography>
      {children}
    </Box>
  )
}
