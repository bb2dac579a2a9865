import { Tabs } from '#web/ui/Tabs.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { Aprovacoes } from './Aprovacoes.tsx'
import { PoliticaPainel } from './PoliticaPainel.tsx'
import { abaDe } from './politica.queries.ts'
import './politica.css'

/** The agreements beyond the policy that wait for approval; and the policy, for operators and for customers by themselves. */
export function AdminNegociacaoPage() {
  const { filtros, mudar } = useFiltros()
  const aba = abaDe(filtros.aba)
  return (
    <div className="stack">
      <div className="config-abas">
        <Tabs
          daTela
          rotulo="Negociação"
          painel="painel"
          abas={[
            { valor: 'aprovacoes', rotulo: 'Aguardando aprovação' },
            { valor: 'politica', rotulo: 'Política' },
          ]}
          atual={aba}
          aoMudar={(nova) =>
            mudar({ aba: nova === 'politica' ? nova : undefined, pagina: undefined }, { empurrar: true })
          }
        />
      </div>
      <div role="tabpanel" id="painel" aria-labelledby={`painel-${aba}`}>
        {aba === 'politica' ? <PoliticaPainel /> : <Aprovacoes />}
      </div>
    </div>
  )
}
