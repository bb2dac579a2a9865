import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { cor, tons } from '#web/theme.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { dia, diaEHora, dinheiro } from '#web/ui/formatos.ts'
import { EstornarDialog } from './ContaDialogs.tsx'
import type { Historia } from './ContaDrawer.tsx'
import { nomeDaForma } from './palavras.ts'

/** Every payment the account ever had, reversed ones too; those that stand may be reversed. */
export function PagamentosDaConta({ conta }: { conta: Historia }) {
  if (conta.pagamentos.length === 0) return <Box sx={{ color: 'text.secondary' }}>Nada foi pago ainda.</Box>
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {conta.pagamentos.map((pagamento, indice) => (
        <Box
          component="li"
          key={pagamento.id}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 3,
            py: 2,
            borderTop: indice > 0 ? `1px solid ${cor.rowDivider}` : undefined,
          }}
        >
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Box sx={{ fontWeight: 500, textDecoration: pagamento.estornado_em ? 'line-through' : 'none' }}>
              {dinheiro(pagamento.valor)} · {nomeDaForma(pagamento.forma)}
            </Box>
            <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>
              {dia(pagamento.pago_em)}
              {pagamento.encargos > 0 && `, ${dinheiro(pagamento.encargos)} de encargos`}
              {pagamento.autor && `, por ${pagamento.autor.name}`}
            </Box>
            {pagamento.estornado_em && (
              <Box sx={{ fontSize: 12, lineHeight: '16px', color: tons.error.texto }}>
                Estornado em {diaEHora(pagamento.estornado_em)}: {pagamento.motivo_estorno}
              </Box>
            )}
          </Box>
          {!pagamento.estornado_em && (
            <Button
              size="small"
              aria-label={`Estornar o pagamento de ${dinheiro(pagamento.valor)}`}
              onClick={() =>
                void abrir((fechar) => <EstornarDialog conta={conta} pagamento={pagamento} aoFechar={() => fechar()} />)
              }
            >
              Estornar
            </Button>
          )}
        </Box>
      ))}
    </Box>
  )
}
