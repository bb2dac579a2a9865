import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { Negociacao } from '#contract/negociacoes.ts'
import { cor } from '#web/theme.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { dia, diaEHora, dinheiro, valor } from '#web/ui/formatos.ts'
import { StatusChip, statusConta, statusNegociacao } from '#web/ui/StatusChip.tsx'
import { negociacoesQuery } from './negociacoes.api.ts'

const CancelarAcordoDialog = lazy(async () => ({
  default: (await import('./CancelarAcordoDialog.tsx')).CancelarAcordoDialog,
}))

/** A customer's agreements, the running one with a way to cancel it. */
export function ListaAcordos({ clienteId }: { clienteId: number }) {
  const consulta = useQuery(negociacoesQuery(clienteId))
  if (consulta.isPending) return <Skeleton variant="rounded" height={120} sx={{ m: 5 }} />
  if (consulta.error)
    return (
      <ErrorState
        titulo="Não foi possível abrir os acordos"
        erro={consulta.error}
        aoTentar={() => void consulta.refetch()}
      />
    )
  if (consulta.data.data.length === 0)
    return <Box sx={{ px: 5, py: 6, color: 'text.secondary' }}>Nenhum acordo foi feito com este cliente.</Box>
  return consulta.data.data.map((acordo) => <Acordo key={acordo.id} acordo={acordo} clienteId={clienteId} />)
}

function Acordo({ acordo, clienteId }: { acordo: Negociacao; clienteId: number }) {
  return (
    <Box component="article" sx={{ px: 5, py: 4, borderBottom: `1px solid ${cor.divider}` }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Box component="h3" sx={{ m: 0, fontSize: 14, fontWeight: 600 }}>
          Acordo {acordo.id}
        </Box>
        <StatusChip de={statusNegociacao[acordo.status]} />
        <Box sx={{ ml: 'auto', fontWeight: 500, fontVariantNumeric: 'tabular-nums' }}>
          {dinheiro(acordo.valor_negociado)}
        </Box>
      </Box>
      <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', mt: 1 }}>
        {diaEHora(acordo.created_at)}
        {acordo.autor && `, por ${acordo.autor.name}`} · original {dinheiro(acordo.valor_original)}
        {acordo.encargos > 0 && ` + ${valor(acordo.encargos)} de encargos`}
        {acordo.desconto > 0 && ` − ${valor(acordo.desconto)} de desconto`}
        {acordo.valor_pago > 0 && ` · ${dinheiro(acordo.valor_pago)} já pagos`}
      </Box>
      {acordo.observacao && <Box sx={{ mt: 1 }}>{acordo.observacao}</Box>}
      {acordo.motivo && <Box sx={{ mt: 1, color: 'error.main' }}>{acordo.motivo}</Box>}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0, fontVariantNumeric: 'tabular-nums' }}>
        {acordo.parcelas.map((parcela) => (
          <Box
            component="li"
            key={parcela.numero}
            sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 30 }}
          >
            <Box sx={{ width: 56, color: 'text.secondary' }}>
              {parcela.numero === 0 ? 'Entrada' : `${parcela.numero}ª`}
            </Box>
            <Box sx={{ flex: 1 }}>{dia(parcela.vencimento)}</Box>
            <StatusChip de={statusConta[parcela.status]} />
            <Box sx={{ minWidth: 80, textAlign: 'right' }}>{valor(parcela.valor)}</Box>
          </Box>
        ))}
      </Box>
      {acordo.status === 'ativa' && (
        <Button
          sx={{ mt: 2, ml: -3 }}
          color="error"
          onClick={() =>
            void abrir((fechar) => (
              <CancelarAcordoDialog acordo={acordo} clienteId={clienteId} aoFechar={() => fechar()} />
            ))
          }
        >
          Cancelar acordo
        </Button>
      )}
    </Box>
  )
}
