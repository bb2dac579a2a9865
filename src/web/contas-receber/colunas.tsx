import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Conta } from '#contract/contas-receber.ts'
import { tons } from '#web/theme.ts'
import type { Coluna } from '#web/ui/DataTable.tsx'
import { dia, dinheiro, valor } from '#web/ui/formatos.ts'
import { PaidOutlined } from '#web/ui/icons/PaidOutlined.tsx'
import { StatusChip, statusConta } from '#web/ui/StatusChip.tsx'
import { pagar } from './dialogos.tsx'
import { MenuConta } from './MenuConta.tsx'
import { nomeDaConta, quandoVence } from './palavras.ts'
import { emAberto } from './useSelecao.ts'

/** The columns of the accounts list; actions show on hover and on focus. */
export function useColunas(aoVer: (id: number) => void): Coluna<Conta>[] {
  const navigate = useNavigate()
  return useMemo(
    () => [
      {
        id: 'conta',
        header: 'Conta',
        cell: ({ row: { original: conta } }) => (
          <Link
            component="button"
            underline="hover"
            sx={{ color: 'text.primary', fontWeight: 500 }}
            onClick={(evento) => {
              evento.stopPropagation()
              aoVer(conta.id)
            }}
          >
            {nomeDaConta(conta)}
          </Link>
        ),
      },
      {
        id: 'cliente',
        header: 'Cliente',
        meta: { elastica: 1100 },
        cell: ({ row: { original: conta } }) => (
          <Box title={conta.cliente.nome} sx={{ ...EM_UMA_LINHA, maxWidth: 320 }}>
            {conta.cliente.nome}
          </Box>
        ),
      },
      {
        id: 'emissao',
        header: 'Emissão',
        meta: { soLarga: true },
        cell: ({ row }) => <Box sx={{ color: 'text.secondary' }}>{dia(row.original.emissao)}</Box>,
      },
      {
        id: 'vencimento',
        header: 'Vencimento',
        meta: { ordem: 'vencimento' },
        cell: ({ row }) => <Vencimento conta={row.original} />,
      },
      {
        id: 'valor',
        header: 'Valor',
        meta: { direita: true, ordem: 'valor', minima: 860 },
        cell: ({ row }) => valor(row.original.valor),
      },
      {
        id: 'hoje',
        header: 'Hoje, com encargos',
        meta: { direita: true },
        cell: ({ row: { original: conta } }) =>
          emAberto(conta) ? <Box sx={{ fontWeight: 500 }}>{valor(conta.valor_atualizado)}</Box> : '—',
      },
      {
        id: 'status',
        header: 'Situação',
        // With less room the customer's name would be a syllable; how late it is stands beside the due day.
        meta: { minima: 640 },
        cell: ({ row }) => <StatusChip de={statusConta[row.original.status]} />,
      },
      {
        id: 'acoes',
        header: () => <span className="so-leitor">Ações</span>,
        meta: { direita: true, largura: 96, minima: 820 },
        cell: ({ row: { original: conta } }) => (
          <Box className="ao-passar" sx={{ display: 'inline-flex' }}>
            {emAberto(conta) && (
              <IconButton
                size="small"
                title="Registrar pagamento"
                aria-label={`Registrar pagamento de ${nomeDaConta(conta)}`}
                onClick={(evento) => {
                  evento.stopPropagation()
                  void pagar(conta)
                }}
              >
                <PaidOutlined size={20} />
              </IconButton>
            )}
            <MenuConta
              conta={conta}
              aoVer={() => aoVer(conta.id)}
              aoAbrirCliente={() =>
                void navigate({ to: '/operador/clientes', search: { cliente: String(conta.cliente.id) } })
              }
            />
          </Box>
        ),
      },
    ],
    [navigate, aoVer],
  )
}

function Vencimento({ conta }: { conta: Conta }) {
  return (
    <>
      {dia(conta.vencimento)}
      {conta.dias_atraso > 0 && (
        <Box component="span" sx={{ ml: 2, color: tons.error.texto, fontWeight: 500 }}>
          {conta.dias_atraso} d
        </Box>
      )}
    </>
  )
}

/** The same account on a phone: customer and status, then account and due day, and today's amount. */
export function ItemConta({ conta, aoAbrir }: { conta: Conta; aoAbrir: () => void }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr auto', columnGap: 2, rowGap: 0.5, alignItems: 'center' }}>
      <Link
        component="button"
        underline="none"
        onClick={(evento) => {
          evento.stopPropagation()
          aoAbrir()
        }}
        sx={{ ...EM_UMA_LINHA, textAlign: 'left', color: 'text.primary', fontWeight: 500 }}
      >
        {conta.cliente.nome}
      </Link>
      <Box sx={{ fontWeight: 500, fontVariantNumeric: 'tabular-nums', textAlign: 'right' }}>
        {dinheiro(emAberto(conta) ? conta.valor_atualizado : conta.valor)}
      </Box>
      <Box sx={{ ...EM_UMA_LINHA, fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>
        {nomeDaConta(conta)}
        <Box component="span" sx={{ display: 'block', color: conta.dias_atraso > 0 ? tons.error.texto : undefined }}>
          {quandoVence(conta)}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', mr: -2 }}>
        <StatusChip de={statusConta[conta.status]} />
        <MenuConta conta={conta} aoVer={aoAbrir} />
      </Box>
    </Box>
  )
}

const EM_UMA_LINHA = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
