import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { cor } from '#web/theme.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { dia, diaEHora, dinheiro } from '#web/ui/formatos.ts'
import { StatusChip, statusConta } from '#web/ui/StatusChip.tsx'
import { EstornarDialog } from './ContaDialogs.tsx'
import { contaQuery } from './contas.api.ts'
import { nomeDaConta, nomeDaForma } from './palavras.ts'

/** One account's story: what it is, what was paid on it and what was reversed. */
export function ContaDialog({ id, aoFechar }: { id: number; aoFechar: () => void }) {
  const consulta = useQuery(contaQuery(id))
  const estreita = useMediaQuery('(max-width: 599.95px)')
  const conta = consulta.data
  return (
    <Dialog
      open
      onClose={aoFechar}
      fullScreen={estreita}
      aria-labelledby="conta-titulo"
      slotProps={{ paper: { sx: { width: estreita ? '100%' : 560 } } }}
    >
      <DialogTitle id="conta-titulo">{conta ? nomeDaConta(conta) : 'Conta'}</DialogTitle>
      <DialogContent>
        {consulta.error && !conta && (
          <ErrorState
            titulo="Não foi possível abrir a conta"
            erro={consulta.error}
            aoTentar={() => void consulta.refetch()}
          />
        )}
        {consulta.isPending && <Skeleton height={160} />}
        {conta && (
          <Box sx={{ display: 'grid', gap: 5 }}>
            <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 1.5 }}>
              <Item rotulo="Cliente">{conta.cliente.nome}</Item>
              <Item rotulo="Situação">
                <StatusChip de={statusConta[conta.status]} />
              </Item>
              <Item rotulo="Emissão">{dia(conta.emissao)}</Item>
              <Item rotulo="Vencimento">{dia(conta.vencimento)}</Item>
              <Item rotulo="Valor">{dinheiro(conta.valor)}</Item>
              <Item rotulo="Já pago">{dinheiro(conta.valor_pago)}</Item>
              <Item rotulo="Devido hoje, com encargos">{dinheiro(conta.valor_atualizado)}</Item>
              {conta.chave_nfe && (
                <Item rotulo="Chave da nota">
                  <Box sx={{ overflowWrap: 'anywhere', fontSize: 12 }}>{conta.chave_nfe}</Box>
                </Item>
              )}
            </Box>
            <Box component="section" aria-label="Pagamentos">
              <Box component="h3" sx={{ m: 0, mb: 1, fontSize: 14, fontWeight: 600 }}>
                Pagamentos
              </Box>
              {conta.pagamentos.length === 0 && <Box sx={{ color: 'text.secondary' }}>Nada foi pago ainda.</Box>}
              {conta.pagamentos.map((pagamento) => (
                <Box
                  key={pagamento.id}
                  sx={{
                    display: 'flex',
                    alignItems: 'center',
                    gap: 3,
                    py: 2,
                    borderTop: `1px solid ${cor.rowDivider}`,
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
                      <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'error.main' }}>
                        Estornado em {diaEHora(pagamento.estornado_em)}: {pagamento.motivo_estorno}
                      </Box>
                    )}
                  </Box>
                  {!pagamento.estornado_em && (
                    <Button
                      size="small"
                      onClick={() =>
                        void abrir((fechar) => (
                          <EstornarDialog conta={conta} pagamento={pagamento} aoFechar={() => fechar()} />
                        ))
                      }
                    >
                      Estornar
                    </Button>
                  )}
                </Box>
              ))}
            </Box>
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={aoFechar}>Fechar</Button>
      </DialogActions>
    </Dialog>
  )
}

const Item = ({ rotulo, children }: { rotulo: string; children: ReactNode }) => (
  <>
    <Box component="dt" sx={{ color: 'text.secondary' }}>
      {rotulo}
    </Box>
    <Box component="dd" sx={{ m: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
      {children}
    </Box>
  </>
)
