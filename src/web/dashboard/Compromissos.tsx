import type { Resposta } from '#web/api/contrato.ts'
import { dinheiro, numero, percentual, plural } from '#web/ui/formatos.ts'
import { type Kpi, KpiStrip } from '#web/ui/KpiStrip.tsx'

type Dados = Pick<Resposta<'GET /api/admin/dashboard'>, 'promessas' | 'contestacoes_atrasadas'>

/** What customers promised and kept this month, and what of their disputes nobody answered in time. */
export const Compromissos = ({ data }: { data: Dados | undefined }) => (
  <KpiStrip rotulo="Promessas e contestações" itens={figuras(data)} />
)

function figuras(data: Dados | undefined): Kpi[] {
  const { promessas, contestacoes_atrasadas: atrasadas } = data ?? {}
  const encerradas = promessas && promessas.cumpridas + promessas.parciais + promessas.quebradas
  const taxa = (quanto: number) => (encerradas === 0 ? '—' : percentual(quanto))
  return [
    {
      rotulo: 'Promessas cumpridas',
      figura: promessas && taxa(promessas.taxa_quantidade),
      legenda:
        promessas &&
        (encerradas === 0
          ? 'nenhuma terminou neste mês'
          : `${numero(promessas.cumpridas)} de ${plural(encerradas ?? 0, 'que terminou', 'que terminaram')} neste mês`),
      definicao: { texto: 'Das promessas que terminaram neste mês, quantas foram pagas por inteiro.' },
    },
    {
      rotulo: 'Valor prometido e pago',
      figura: promessas && taxa(promessas.taxa_valor),
      legenda: promessas && `${dinheiro(promessas.valor_cumprido)} de ${dinheiro(promessas.valor_prometido)}`,
      definicao: { texto: 'Do que foi prometido nelas, quanto foi pago.' },
    },
    {
      rotulo: 'Contestações atrasadas',
      figura: atrasadas === undefined ? undefined : numero(atrasadas),
      legenda: 'sem resposta no prazo',
      tom: atrasadas ? 'error' : undefined,
      definicao: { texto: 'Contestações abertas há mais de cinco dias úteis, que ninguém respondeu.' },
    },
  ]
}
