import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { NOMES_DAS_ABAS } from '#web/abas.ts'
import { previsaoQuery, reguaQuery } from '#web/cobranca/cobranca.queries.ts'
import { Carregando } from '#web/ui/Carregando.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { TelaComAbas } from '#web/ui/TelaComAbas.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { abaDe, PAINEIS } from './paineis.ts'
import './configuracao.css'

const VINDO = { Coming: Carregando }
const ModelosPainel = onDemand(PAINEIS.modelos, 'ModelosPainel', VINDO)
const ReguaPainel = onDemand(PAINEIS.regua, 'ReguaPainel', VINDO)
const ContatoLegalPainel = onDemand(PAINEIS.legal, 'ContatoLegalPainel', VINDO)
const BloqueiosPainel = onDemand(PAINEIS.bloqueios, 'BloqueiosPainel', VINDO)
const ExecucoesPainel = onDemand(PAINEIS.execucoes, 'ExecucoesPainel', VINDO)
const DesempenhoPainel = onDemand(PAINEIS.desempenho, 'DesempenhoPainel', VINDO)
const FrasesDaEmpresaPainel = onDemand(PAINEIS.frases, 'FrasesDaEmpresaPainel', VINDO)
const GuardaPainel = onDemand(PAINEIS.guarda, 'GuardaPainel', VINDO)
const EmpresaPainel = onDemand(PAINEIS.empresa, 'EmpresaPainel', VINDO)

const ABAS: Record<keyof typeof NOMES_DAS_ABAS, ComponentType> = {
  modelos: Modelos,
  regua: ReguaPainel,
  legal: ContatoLegalPainel,
  bloqueios: BloqueiosPainel,
  execucoes: ExecucoesPainel,
  desempenho: DesempenhoPainel,
  frases: FrasesDaEmpresaPainel,
  guarda: GuardaPainel,
  empresa: EmpresaPainel,
}

/** Templates, cadence, runs, performance, phrases and the company's data, each in a tab. */
export function AdminMensagensPage() {
  const { filtros } = useFiltros()
  const aba = abaDe(filtros.aba)
  const Painel = ABAS[aba]
  return (
    <TelaComAbas
      rotulo="Configuração de mensagens"
      abas={NOMES_DAS_ABAS}
      aba={aba}
      cheia={aba === 'execucoes' || aba === 'bloqueios'}
    >
      <Painel />
    </TelaComAbas>
  )
}

/** The texts, with what the cadence does with each. */
function Modelos() {
  const { data: regua } = useQuery(reguaQuery)
  const { data: previsao } = useQuery(previsaoQuery(regua))
  return <ModelosPainel regua={regua} enviosPorPasso={previsao?.por_passo} />
}
