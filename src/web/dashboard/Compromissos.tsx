import type { Usuario } from '#contract/sessao.ts'
import { inicioDoMes } from '#domain/data.ts'
import { hoje } from '#web/api/agora.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { TERMINADAS } from '#web/promessas/promessas.queries.ts'
import { dinheiro, numero, percentual, plural } from '#web/ui/formatos.ts'
import { type Kpi, KpiStrip } from '#web/ui/KpiStrip.tsx'

type Dados = Pick<Resposta<'GET /api/admin/dashboard'>, 'promessas' | 'contestacoes_atrasadas'>

/** The promises made and kept this month, and the disputes that nobody answered in time. */
export const Compromissos = ({ data }: { data: Dados | undefined }) => (
  <KpiStrip rotulo="Promessas e contestações" itens={figuras(data, useUsuario().role)} />
)

/** Each figure leads to a list that counts exactly the same rows. */
function figuras(data: Dados | undefined, papel: Usuario['role']): Kpi[] {
  const { promessas, contestacoes_atrasadas: atrasadas } = data ?? {}
  const terminadas = {
    to: `/${papel}/promessas`,
    search: { status: TERMINADAS, encerrada_de: inicioDoMes(hoje()), encerrada_ate: hoje() },
  }
  const encerradas = promessas && promessas.cumpridas + promessas.parciais + promessas.quebradas
  const taxa = (quanto: number) => (encerradas === 0 ? '—' : percentual(quanto))
  return [
    {
      rotulo: 'Promessas cumpridas',
      figura: promessas && taxa(promessas.taxa_quantidade),
      para: terminadas,
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
      para: terminadas,
      legenda: promessas && `${dinheiro(promessas.valor_cumprido)} de ${dinheiro(promessas.valor_prometido)}`,
      definicao: { texto: 'Do que foi prometido nelas, quanto foi pago.' },
    },
    {
      rotulo: 'Contestações atrasadas',
      figura: atrasadas === undefined ? undefined : numero(atrasadas),
      para: { to: `/${papel}/contestacoes`, search: { atrasadas: '1' } },
      legenda: 'sem resposta no prazo',
      tom: atrasadas ? 'error' : undefined,
      definicao: { texto: 'Contestações abertas há mais de cinco dias úteis, que ninguém respondeu.' },
    },
  ]
}
