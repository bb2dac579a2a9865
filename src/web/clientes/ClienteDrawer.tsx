import CloseOutlined from '@mui/icons-material/CloseOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ClienteDetalhado } from '#contract/clientes.ts'
import { cor } from '#web/theme.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { CampoTexto } from '#web/ui/campos.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { dia, diaEHora, dinheiro, documentoComNome, telefone, valor } from '#web/ui/formatos.ts'
import { StatusChip, statusCliente, statusConta } from '#web/ui/StatusChip.tsx'
import { clienteAdminQuery, useAcoesAdmin } from './admin.api.ts'
import { TransferirDialog } from './TransferirDialogs.tsx'

/** One customer beside the list: accounts, why it was or was not billed, history, and what an admin may do. */
export function ClienteDrawer({ id, aoFechar }: { id: number; aoFechar: () => void }) {
  const { data, error, refetch } = useQuery(clienteAdminQuery(id))
  return (
    <Drawer
      anchor="right"
      open
      onClose={aoFechar}
      slotProps={{ paper: { sx: { width: { xs: '100%', sm: 520 } }, 'aria-label': 'Cliente' } }}
    >
      <Box
        sx={{ display: 'flex', alignItems: 'center', px: 5, minHeight: 64, borderBottom: `1px solid ${cor.divider}` }}
      >
        <Typography variant="h2" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {data?.nome ?? 'Cliente'}
        </Typography>
        <IconButton aria-label="Fechar" sx={{ ml: 'auto' }} onClick={aoFechar}>
          <CloseOutlined />
        </IconButton>
      </Box>
      <Box sx={{ p: 5, display: 'grid', gap: 6, overflowY: 'auto' }}>
        {error && !data ? (
          <ErrorState titulo="Não foi possível abrir o cliente" erro={error} aoTentar={() => void refetch()} />
        ) : data ? (
          <Conteudo cliente={data} />
        ) : (
          <Skeleton variant="rounded" height={320} />
        )}
      </Box>
    </Drawer>
  )
}

function Conteudo({ cliente }: { cliente: ClienteDetalhado }) {
  return (
    <>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box>
          <StatusChip de={statusCliente[cliente.status]} />
        </Box>
        <Typography sx={{ color: 'text.secondary' }}>
          {documentoComNome(cliente.documento)} · {telefone(cliente.telefone)}
          {cliente.email && ` · ${cliente.email}`}
        </Typography>
        <Typography>Operador: {cliente.operador?.name ?? 'ninguém'}</Typography>
        <Typography sx={{ fontSize: 24, lineHeight: '32px', fontWeight: 500 }}>
          {dinheiro(cliente.valor_em_aberto)}
        </Typography>
        <Acoes cliente={cliente} />
      </Box>
      <Secao titulo="Por que foi ou não cobrado hoje">
        <Typography>{cliente.decisao.detalhe}</Typography>
      </Secao>
      <Secao titulo="Contas">
        {cliente.contas.map((conta) => (
          <Box key={conta.id} sx={{ display: 'flex', gap: 2, py: 2, borderBottom: `1px solid ${cor.rowDivider}` }}>
            <Box>
              {conta.numero}
              {conta.parcela && `/${conta.parcela}`}
              <Box sx={{ fontSize: 12, color: cor.text3 }}>vence {dia(conta.vencimento)}</Box>
            </Box>
            <Box sx={{ ml: 'auto', textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>{valor(conta.valor)}</Box>
            <StatusChip de={statusConta[conta.status]} />
          </Box>
        ))}
      </Secao>
      <Secao titulo="Histórico">
        {cliente.historico.map((log) => (
          <Box key={log.id} sx={{ py: 1 }}>
            {log.descricao}
            <Box sx={{ fontSize: 12, color: cor.text3 }}>
              {diaEHora(log.created_at)} · {log.usuario?.name ?? 'Sistema'}
            </Box>
          </Box>
        ))}
      </Secao>
    </>
  )
}

function Acoes({ cliente }: { cliente: ClienteDetalhado }) {
  const { id } = cliente
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      <Button
        variant="outlined"
        onClick={() => void abrir((fechar) => <TransferirDialog ids={[id]} aoFechar={fechar} />)}
      >
        Transferir
      </Button>
      <Button onClick={() => void baixarArquivo('GET /api/admin/clientes/:id/dados', `cliente-${id}.json`, { id })}>
        Exportar dados (LGPD)
      </Button>
      <Button
        color="error"
        onClick={() => void abrir((fechar) => <AnonimizarDialog cliente={cliente} aoFechar={fechar} />)}
      >
        Anonimizar
      </Button>
    </Box>
  )
}

function AnonimizarDialog({ cliente, aoFechar }: { cliente: ClienteDetalhado; aoFechar: () => void }) {
  const { anonimizar } = useAcoesAdmin()
  return (
    <FormDialog
      titulo={`Anonimizar ${cliente.nome}?`}
      acao="Anonimizar cliente"
      perigo
      valores={{ motivo: '' }}
      aoFechar={aoFechar}
      aoSalvar={async ({ motivo }) => {
        await anonimizar.mutateAsync({ id: cliente.id, motivo })
        avisar('Os dados pessoais foram apagados. Valores e datas ficaram.')
        aoFechar()
      }}
    >
      {({ control }) => (
        <>
          <Typography>
            Nome, documento, telefone, e-mail e textos das mensagens são apagados e não voltam. Contas, pagamentos e
            datas ficam.
          </Typography>
          <CampoTexto
            control={control}
            nome="motivo"
            rotulo="Motivo"
            autoFocus
            regras={{ required: 'Diga o motivo.' }}
          />
        </>
      )}
    </FormDialog>
  )
}

function Secao({ titulo, children }: { titulo: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={titulo}>
      <Typography variant="h3" sx={{ mb: 2 }}>
        {titulo}
      </Typography>
      {children}
    </Box>
  )
}
