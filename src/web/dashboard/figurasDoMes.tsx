import { fimDoMes, somarMeses } from '#domain/data.ts'
import { hoje } from '#web/api/agora.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { dia, diaEMes, dinheiro, mesCurto, numero, percentual, plural, valor } from '#web/ui/formatos.ts'
import type { Kpi } from '#web/ui/KpiStrip.tsx'
import { pontos } from './numeros.ts'

type Figuras = Resposta<'GET /api/admin/dashboard'>
type Meses = Resposta<'GET /api/admin/dashboard/grafico-mensal'>

/** Width of an amount in the hundreds of thousands. */
const DINHEIRO_PX = 152

/** The six figures, each with its comparison in words and its definition with the month's numbers. Long, as it is a list. */
export function figurasDoMes(data: Figuras | undefined, meses: Meses | undefined): Kpi[] {
  const d = data?.detalhe
  const vencido = data?.aging
    .filter((faixa) => faixa.faixa !== 'a_vencer')
    .reduce((soma, faixa) => soma + faixa.valor, 0)
  return [
    {
      rotulo: 'Valores em aberto',
      figura: data && dinheiro(data.valores_em_aberto),
      para: { to: '/admin/clientes', search: { valor_min: '0.01' } },
      largura: DINHEIRO_PX,
      legenda: vencido !== undefined && `${dinheiro(vencido)} já vencidos`,
      definicao: {
        texto: 'O que falta receber de todas as contas, a vencer e vencidas, sem multa nem juros.',
        conta:
          data && vencido !== undefined
            ? `${valor(data.valores_em_aberto - vencido)} a vencer + ${valor(vencido)} vencidos`
            : undefined,
      },
    },
    {
      rotulo: 'Recebido no mês',
      figura: data && dinheiro(data.valores_cobrados),
      largura: DINHEIRO_PX,
      legenda: data && comparado(data.valores_cobrados, data.detalhe.valores_cobrados_mes_anterior),
      definicao: {
        texto: 'Soma dos pagamentos com data deste mês, menos os estornados.',
        conta:
          d && `até ${dia(mesmoDiaDoMesAnterior())}, no mês anterior: ${valor(d.valores_cobrados_mes_anterior)}; agora`,
      },
    },
    {
      rotulo: 'Recuperação no mês',
      figura: data && percentual(data.percentual_cobrancas_mes),
      legenda: data && meses && contraOMesPassado(data.percentual_cobrancas_mes, meses),
      definicao: {
        texto: 'De tudo o que venceu ou vence até o fim do mês, quanto já entrou.',
        conta:
          data &&
          d &&
          `${valor(data.valores_cobrados)} ÷ (${valor(data.valores_cobrados)} + ${valor(d.a_receber_ate_fim_do_mes)} em aberto)`,
      },
    },
    {
      rotulo: 'Mensagens enviadas',
      figura: data && numero(data.mensagens_enviadas),
      legenda: 'aceitas pelo WhatsApp',
      definicao: {
        texto: 'Mensagens que o WhatsApp aceitou neste mês: da régua, de operadores e as respostas automáticas.',
      },
    },
    {
      rotulo: 'Recebidas',
      figura: data && numero(data.mensagens_recebidas),
      legenda: d && `de ${plural(d.clientes_que_escreveram, 'cliente', 'clientes')}`,
      definicao: { texto: 'Mensagens que clientes mandaram neste mês.' },
    },
    {
      rotulo: 'Taxa de resposta',
      figura: data && percentual(data.taxa_resposta),
      legenda: 'em até 7 dias',
      definicao: {
        texto: 'Dos clientes contatados neste mês, quantos responderam em até 7 dias.',
        conta:
          d &&
          `${plural(d.clientes_que_responderam, 'respondeu', 'responderam')} ÷ ${plural(d.clientes_contatados, 'contatado', 'contatados')}`,
      },
    },
  ]
}

const mesmoDiaDoMesAnterior = () => somarMeses(hoje(), -1)

function comparado(agora: number, antes: number) {
  const ate = `que até ${diaEMes(mesmoDiaDoMesAnterior())}`
  if (antes === 0) return 'nada até este dia do mês anterior'
  const diferenca = ((agora - antes) / antes) * 100
  if (Math.abs(diferenca) < 0.05) return `o mesmo ${ate}`
  return (
    <>
      <Variacao
        boa={diferenca > 0}
      >{`${percentual(Math.abs(diferenca))} ${diferenca > 0 ? 'mais' : 'menos'}`}</Variacao>{' '}
      {ate}
    </>
  )
}

/** Compares with the same figure at the end of the month before. */
function contraOMesPassado(agora: number, meses: Meses) {
  const anterior = meses.at(-2)
  if (!anterior || anterior.cobrado === 0) return `do que vence até ${diaEMes(fimDoMes(hoje()))}`
  const diferenca = agora - (anterior.recebido / anterior.cobrado) * 100
  const mes = mesCurto(anterior.mes)
  if (Math.abs(diferenca) < 0.05) return `o mesmo de ${mes}`
  return (
    <>
      <Variacao boa={diferenca > 0}>{`${pontos(Math.abs(diferenca))} ${diferenca > 0 ? 'acima' : 'abaixo'}`}</Variacao>{' '}
      de {mes}.
    </>
  )
}

const Variacao = ({ boa, children }: { boa: boolean; children: string }) => (
  <b className="variacao" data-tom={boa ? 'success' : 'error'}>
    {children}
  </b>
)
