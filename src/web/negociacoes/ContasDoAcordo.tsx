import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useState } from 'react'
import type { ClienteDetalhado } from '#contract/clientes.ts'
import { nomeDaConta } from '#domain/conta.ts'
import { emReais } from '#domain/dinheiro.ts'
import { tons } from '#web/theme.ts'
import { dia, plural, valor } from '#web/ui/formatos.ts'
import type { ContasEscolhidas } from './PainelNegociar.tsx'

/** As many as leave the conditions in sight; the others are counted. */
const A_VISTA = 6

/** The accounts in the agreement; "Trocar contas" shows every open one to choose from. */
export function ContasDoAcordo({ cliente, selecao }: { cliente: ClienteDetalhado; selecao: ContasEscolhidas }) {
  const [trocando, setTrocando] = useState(selecao.contas.length === 0)
  const abertas = cliente.contas.filter((conta) => conta.status === 'em_aberto' || conta.status === 'vencida')
  const escondidas = trocando || selecao.contas.length <= A_VISTA ? 0 : selecao.contas.length - A_VISTA
  const mostradas = trocando ? abertas : selecao.contas.slice(0, selecao.contas.length - escondidas)
  return (
    <Box component="section" aria-label="Contas no acordo">
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Box component="h3" sx={{ m: 0, fontSize: 14, lineHeight: '20px', fontWeight: 600 }}>
          {plural(selecao.contas.length, 'conta no acordo', 'contas no acordo')}
        </Box>
        <Button size="small" sx={{ mr: -3 }} onClick={() => setTrocando(!trocando)} aria-expanded={trocando}>
          {trocando ? 'Pronto' : 'Trocar contas'}
        </Button>
      </Box>
      {mostradas.map((conta) => {
        const prazo =
          conta.dias_atraso > 0 ? plural(conta.dias_atraso, 'dia', 'dias') : `vence ${dia(conta.vencimento)}`
        const texto = (
          <>
            {nomeDaConta(conta)}{' '}
            <Box component="span" sx={{ color: conta.dias_atraso > 0 ? tons.error.texto : 'text.secondary' }}>
              {prazo}
            </Box>
          </>
        )
        return (
          <Box
            key={conta.id}
            sx={{
              display: 'flex',
              alignItems: 'center',
              justifyContent: 'space-between',
              minHeight: 28,
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {trocando ? (
              <FormControlLabel
                sx={{ ml: -2 }}
                control={
                  <Checkbox size="small" checked={selecao.tem(conta.id)} onChange={() => selecao.alternar(conta.id)} />
                }
                label={texto}
              />
            ) : (
              <span>{texto}</span>
            )}
            <Box component="span" sx={{ fontWeight: 500 }}>
              {valor(emReais(Math.round(conta.valor * 100) - Math.round(conta.valor_pago * 100)))}
            </Box>
          </Box>
        )
      })}
      {escondidas > 0 && <Box sx={{ color: 'text.secondary' }}>e mais {plural(escondidas, 'conta', 'contas')}</Box>}
    </Box>
  )
}
