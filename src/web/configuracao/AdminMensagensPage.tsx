import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { NOMES_DAS_ABAS } from '#web/abas.ts'
import { previsaoQuery, reguaQuery } from '#web/cobranca/cobranca.queries.ts'
import { Carregando } from '#web/ui/Carregando.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { type Aba, abaDe, PAINEIS } from './paineis.ts'
import './configuracao.css'

const VINDO = { Coming: Carregando }
const ModelosPainel = onDemand(PAINEIS.modelos, 'ModelosPainel', VINDO)
const ReguaPainel = onDemand(PAINEIS.regua, 'ReguaPainel', VINDO)
const ContatoLegalPainel = onDemand(PAINEIS.legal, 'ContatoLegalPainel', VINDO)
const BloqueiosPainel = onDemand(PAINEIS.bloqueios, 'BloqueiosPainel', VINDO)
const ExecucoesPainel = onDemand(PAINEIS.execucoes, 'ExecucoesPainel', VINDO)
const DesempenhoPainel = onDemand(PAINEIS.desempenho, 'DesempenhoPainel', VINDO)
const FrasesDaEmpresaPainel = onDemand(PAINEIS.frases, 'FrasesDaEmpresaPainel', VINDO)
const EmpresaPainel = onDemand(PAINEIS.empresa, 'EmpresaPainel', VINDO)

const GuardaPainel = onDemand(PAINEIS.guarda, 'GuardaPainel', VINDO)

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
  const { filtros, mudar } = useFiltros()
  const aba = abaDe(filtros.aba)
  const Painel = ABAS[aba]
  const abrir = (nova: Aba) =>
    mudar(
      {
        ...Object.fromEntries(Object.keys(filtros).map((nome) => [nome, undefined])),
        aba: nova === 'modelos' ? undefined : nova,
      },
      { empurrar: true },
    )
  return (
    <div
      className={aba === 'execucoes' || aba === 'bloqueios' ? 'config-mensagens stack cheia' : 'config-mensagens stack'}
    >
      <div className="config-abas">
        <Tabs
          daTela
          rotulo="Configuração de mensagens"
          painel="painel"
          abas={Object.entries(NOMES_DAS_ABAS).map(([valor, rotulo]) => ({ valor: valor as Aba, rotulo }))}
          atual={aba}
          aoMudar={abrir}
        />
      </div>
      <div role="tabpanel" id="painel" aria-labelledby={`painel-${aba}`} className="config-painel">
        <Painel />
      </div>
    </div>
  )
}

/** The texts, with what the cadence does with each. */
function Modelos() {
  const { data: regua } = useQuery(reguaQuery)
  const { data: previsao } = useQuery(previsaoQuery(regua))
  return <ModelosPainel regua={regua} enviosPorPasso={previsao?.por_passo} />
}
