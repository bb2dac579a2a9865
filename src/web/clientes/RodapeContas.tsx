import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Cliente, ClienteDetalhado } from '#contract/clientes.ts'
import { pagar } from '#web/contas-receber/dialogos.tsx'
import { somar } from '#web/contas-receber/palavras.ts'
import type { Selecao } from '#web/contas-receber/useSelecao.ts'
import { cor } from '#web/theme.ts'
import { dinheiro, plural, valor } from '#web/ui/formatos.ts'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { podeNegociar, podePausar } from './clientes.api.ts'
import { pausar } from './dialogos.tsx'

const PORQUE_NAO_NEGOCIA: Partial<Record<Cliente['status'], string>> = {
  negociado: 'Já há um acordo em andamento. Cancele-o na aba Acordos para fazer outro.',
  pausado: 'A cobrança está pausada. Reative o cliente para negociar.',
}

/** What is selected, its charges and today's total, and what can be done with it. */
export function RodapeContas({ cliente, selecao }: { cliente: ClienteDetalhado; selecao: Selecao }) {
  const { mudar } = useFiltros()
  const { contas } = selecao
  const encargos = somar(contas.map((conta) => conta.encargos))
  const total = somar(contas.map((conta) => conta.valor_atualizado))
  const negocia = podeNegociar(cliente) && contas.length > 0
  const [primeira, ...outras] = contas
  if (cliente.status === 'concluido') return null
  return (
    <Box
      sx={{
        flexShrink: 0,
        px: 5,
        py: 4,
        borderTop: `1px solid ${cor.divider}`,
        boxShadow: '0 -1px 4px rgb(16 32 56 / .06)',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {contas.length > 0 ? (
        <>
          <Linha rotulo={plural(contas.length, 'conta selecionada', 'contas selecionadas')}>
            {valor(somar([total, -encargos]))}
          </Linha>
          {encargos > 0 && <Linha rotulo="Multa e juros até hoje">{valor(encargos)}</Linha>}
          <Linha rotulo="Total de hoje" forte>
            {dinheiro(total)}
          </Linha>
        </>
      ) : (
        <Box sx={{ color: 'text.secondary' }}>Selecione contas para negociar ou registrar pagamento.</Box>
      )}
      {PORQUE_NAO_NEGOCIA[cliente.status] && (
        <Box sx={{ mt: 2, fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>
          {PORQUE_NAO_NEGOCIA[cliente.status]}
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 3 }}>
        <Button
          variant="contained"
          disabled={!negocia}
          onClick={() => mudar({ painel: 'negociar' }, { empurrar: true })}
          sx={{ flex: '1 1 auto', ...(cliente.status !== 'em_atendimento' && negocia && TONAL) }}
        >
          Negociar
        </Button>
        <Button
          variant="outlined"
          disabled={!primeira}
          onClick={() => primeira && void pagar(primeira, ...outras)}
          sx={{ flex: '1 1 auto' }}
        >
          Registrar pagamento
        </Button>
        {podePausar(cliente) && (
          <Button variant="outlined" onClick={() => void pausar(cliente)}>
            Pausar
          </Button>
        )}
      </Box>
    </Box>
  )
}

/** Until the customer is one's own, taking over is the next best step: negotiating stays beside it. */
const TONAL = { background: cor.primaryTint, color: cor.primaryDeep, '&:hover': { background: cor.primarySoft } }

function Linha({ rotulo, forte = false, children }: { rotulo: string; forte?: boolean; children: string }) {
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        gap: 2,
        alignItems: 'baseline',
        color: forte ? 'text.primary' : 'text.secondary',
        fontWeight: forte ? 600 : 400,
      }}
    >
      {rotulo}
      <Box component="span" sx={{ fontSize: forte ? 16 : 14 }}>
        {children}
      </Box>
    </Box>
  )
}
