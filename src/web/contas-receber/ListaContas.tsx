import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import { useState } from 'react'
import type { Conta } from '#contract/contas-receber.ts'
import { diasEntre } from '#domain/data.ts'
import { hoje } from '#web/api/agora.ts'
import { cor, tons } from '#web/theme.ts'
import { dia, dinheiro, plural, valor } from '#web/ui/formatos.ts'
import { StatusChip, statusConta } from '#web/ui/StatusChip.tsx'
import { MenuConta } from './MenuConta.tsx'
import { abertoDe, nomeDaConta } from './palavras.ts'
import { emAberto, type Selecao } from './useSelecao.ts'

/** A customer's accounts: open ones to be chosen, with what they are worth today; the others folded. */
export function ListaContas({ contas, selecao }: { contas: Conta[]; selecao?: Selecao }) {
  const [todas, setTodas] = useState(false)
  const abertas = contas.filter(emAberto)
  const encerradas = contas.filter((conta) => !emAberto(conta))
  return (
    <Box>
      {abertas.length === 0 && <Box sx={{ px: 5, py: 5, color: 'text.secondary' }}>Nenhuma conta em aberto.</Box>}
      {abertas.map((conta) => (
        <Aberta key={conta.id} conta={conta} selecao={selecao} />
      ))}
      {encerradas.length > 0 && (
        <Box sx={{ px: 3, py: 1, borderBottom: `1px solid ${cor.divider}` }}>
          <Button onClick={() => setTodas(!todas)} aria-expanded={todas}>
            {todas ? 'Ocultar' : 'Ver'} {encerradas.length} {palavrasDe(encerradas)}
          </Button>
        </Box>
      )}
      {todas && encerradas.map((conta) => <Encerrada key={conta.id} conta={conta} />)}
    </Box>
  )
}

/** "em 24 dias", "amanhã", "hoje". */
function emQuantosDias(vencimento: string): string {
  const dias = diasEntre(hoje(), vencimento)
  return dias <= 0 ? 'hoje' : dias === 1 ? 'amanhã' : `em ${dias} dias`
}

/** "pagas e negociadas", "canceladas": what became of them. */
function palavrasDe(contas: Conta[]): string {
  const status = (['paga', 'negociada', 'cancelada'] as const).filter((um) =>
    contas.some((conta) => conta.status === um),
  )
  const palavras = status.map((um) => (contas.length === 1 ? um : `${um}s`))
  return palavras.length > 1 ? `${palavras.slice(0, -1).join(', ')} e ${palavras.at(-1)}` : (palavras[0] ?? '')
}

function Aberta({ conta, selecao }: { conta: Conta; selecao: Selecao | undefined }) {
  const escolhida = selecao?.tem(conta.id) ?? false
  const rotulo = `selecionar-${conta.id}`
  const vencida = conta.dias_atraso > 0
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1,
        pl: selecao ? 3 : 5,
        pr: 2,
        py: 2,
        borderBottom: `1px solid ${cor.divider}`,
        background: escolhida ? cor.primaryTint : undefined,
      }}
    >
      {selecao && (
        <Checkbox
          size="small"
          id={rotulo}
          checked={escolhida}
          onChange={() => selecao.alternar(conta.id)}
          slotProps={{ input: { 'aria-label': `Selecionar ${nomeDaConta(conta)}` } }}
          sx={{ mt: -1 }}
        />
      )}
      <Box component="label" htmlFor={rotulo} sx={{ flex: 1, minWidth: 0, cursor: selecao ? 'pointer' : 'default' }}>
        <Box sx={{ fontWeight: 500, overflow: 'hidden', textOverflow: 'ellipsis' }}>{nomeDaConta(conta)}</Box>
        <Box sx={{ fontSize: 13, lineHeight: '20px', color: 'text.secondary' }}>
          {vencida ? 'venceu' : 'vence'} {dia(conta.vencimento)}
          {!vencida && ` · ${emQuantosDias(conta.vencimento)}`}
          {vencida && (
            <Box component="b" sx={{ fontWeight: 500, color: tons.error.texto }}>
              {' '}
              · {plural(conta.dias_atraso, 'dia', 'dias')}
            </Box>
          )}
        </Box>
      </Box>
      <Box sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        <Box sx={{ fontWeight: 500 }}>{dinheiro(conta.valor_atualizado)}</Box>
        <Box sx={{ fontSize: 13, lineHeight: '20px', color: 'text.secondary' }}>
          {conta.encargos > 0
            ? `${valor(abertoDe(conta))} + ${valor(conta.encargos)}`
            : conta.valor_pago > 0
              ? `${valor(conta.valor_pago)} já pagos`
              : 'sem encargos'}
        </Box>
      </Box>
      <MenuConta conta={conta} />
    </Box>
  )
}

function Encerrada({ conta }: { conta: Conta }) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        pl: 5,
        pr: 2,
        py: 1.5,
        borderTop: `1px solid ${cor.rowDivider}`,
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box>{nomeDaConta(conta)}</Box>
        <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>
          {conta.pago_em ? `paga em ${dia(conta.pago_em)}` : `vencimento ${dia(conta.vencimento)}`}
        </Box>
      </Box>
      <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>{dinheiro(conta.valor)}</Box>
      <StatusChip de={statusConta[conta.status]} />
      <MenuConta conta={conta} />
    </Box>
  )
}
