import MoreHorizOutlined from '@mui/icons-material/MoreHorizOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { Cliente, ClienteDetalhado } from '#contract/clientes.ts'
import { pagar } from '#web/contas-receber/dialogos.tsx'
import { somar } from '#web/contas-receber/palavras.ts'
import type { Selecao } from '#web/contas-receber/useSelecao.ts'
import { cor } from '#web/theme.ts'
import { dinheiro, plural, valor } from '#web/ui/formatos.ts'
import { useMudarFiltros } from '#web/ui/useFiltros.ts'
import { podeNegociar, podePausar } from './clientes.api.ts'
import { pausar } from './dialogos.tsx'

const PORQUE_NAO_NEGOCIA: Partial<Record<Cliente['status'], string>> = {
  negociado: 'Já há um acordo em andamento. Cancele-o na aba Acordos para fazer outro.',
  pausado: 'A cobrança está pausada. Reative o cliente para negociar.',
}
interface Props {
  cliente: ClienteDetalhado
  selecao: Selecao
  /** On a phone: one line of sum, and what is rarer behind ⋯. */
  estreito?: boolean
}

/** What is selected, its charges and today's total, and what can be done with it. */
export function RodapeContas({ cliente, selecao, estreito = false }: Props) {
  const mudar = useMudarFiltros()
  const { contas } = selecao
  const negocia = podeNegociar(cliente) && contas.length > 0
  const [primeira, ...outras] = contas
  if (cliente.status === 'concluido') return null
  const alto = estreito ? { minHeight: 48 } : { minHeight: 40 }
  return (
    <Box
      sx={{
        flexShrink: 0,
        px: estreito ? 4 : 5,
        pt: 3,
        pb: 4,
        borderTop: `1px solid ${cor.divider}`,
        boxShadow: '0 -1px 4px rgb(16 32 56 / .06)',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <Soma cliente={cliente} selecao={selecao} estreito={estreito} />
      {PORQUE_NAO_NEGOCIA[cliente.status] && (
        <Box sx={{ mt: 1, fontSize: 13, lineHeight: '18px', color: 'text.secondary' }}>
          {PORQUE_NAO_NEGOCIA[cliente.status]}
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 2, mt: 3 }}>
        <Button
          variant="contained"
          disabled={!negocia}
          onClick={() => mudar({ painel: 'negociar' }, { empurrar: true })}
          sx={{
            flex: '1 1 0',
            ...alto,
            ...(!estreito && cliente.status !== 'em_atendimento' && negocia && TONAL),
          }}
        >
          Negociar
        </Button>
        {primeira && (
          <Button
            variant="outlined"
            onClick={() => void pagar(primeira, ...outras)}
            sx={{ flex: '1 1 auto', px: 3, ...alto }}
          >
            Registrar pagamento
          </Button>
        )}
        {podePausar(cliente) &&
          (estreito ? (
            <MaisAcoes cliente={cliente} />
          ) : (
            <Button
              variant="outlined"
              onClick={() => void pausar(cliente)}
              sx={{ px: 3, flex: primeira ? undefined : '1 1 0', ...alto }}
            >
              Pausar
            </Button>
          ))}
      </Box>
    </Box>
  )
}

function Soma({ cliente, selecao: { contas }, estreito = false }: Props) {
  const encargos = somar(contas.map((conta) => conta.encargos))
  const total = somar(contas.map((conta) => conta.valor_atualizado))
  if (contas.length === 0)
    return <Box sx={{ color: 'text.secondary' }}>Selecione contas para negociar ou registrar pagamento</Box>
  if (estreito)
    return (
      <Linha rotulo={`${plural(contas.length, 'selecionada', 'selecionadas')}, total de hoje`} forte>
        {dinheiro(total)}
      </Linha>
    )
  return (
    <>
      <Linha rotulo={plural(contas.length, 'conta selecionada', 'contas selecionadas')}>
        {valor(somar([total, -encargos]))}
      </Linha>
      {encargos > 0 && <Linha rotulo={taxas(cliente)}>{valor(encargos)}</Linha>}
      <Linha rotulo="Total de hoje" forte>
        {dinheiro(total)}
      </Linha>
    </>
  )
}

/** "Multa 2 % e juros 1 % ao mês, até hoje". */
function taxas({ taxas: { multa_percentual: multa, juros_percentual_mes: juros } }: ClienteDetalhado): string {
  const emTexto = (n: number) => `${n.toLocaleString('pt-BR')}\u00A0%`
  return `Multa ${emTexto(multa)} e juros ${emTexto(juros)} ao mês, até hoje`
}

function MaisAcoes({ cliente }: { cliente: ClienteDetalhado }) {
  const [ancora, setAncora] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        variant="outlined"
        aria-label="Mais ações das contas"
        aria-haspopup="menu"
        onClick={(evento) => setAncora(evento.currentTarget)}
        sx={{ minWidth: 48, px: 0, minHeight: 48 }}
      >
        <MoreHorizOutlined />
      </Button>
      <Menu anchorEl={ancora} open={Boolean(ancora)} onClose={() => setAncora(null)}>
        <MenuItem
          onClick={() => {
            setAncora(null)
            void pausar(cliente)
          }}
        >
          Pausar cobrança
        </MenuItem>
      </Menu>
    </>
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
        lineHeight: forte ? '28px' : '20px',
        color: forte ? 'text.primary' : 'text.secondary',
        fontWeight: forte ? 600 : 400,
      }}
    >
      {rotulo}
      <Box component="span" sx={{ fontSize: forte ? 18 : 14 }}>
        {children}
      </Box>
    </Box>
  )
}
