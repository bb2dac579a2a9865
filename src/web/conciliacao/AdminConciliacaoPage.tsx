import { Carregando } from '#web/ui/Carregando.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { type Aba, abaDe } from './conciliacao.queries.ts'
import { MovimentosAba } from './MovimentosAba.tsx'
import { SemDonoAba } from './SemDonoAba.tsx'
import './conciliacao.css'
import './movimento.css'

const ImportarBanco = onDemand(() => import('./ImportarBanco.tsx'), 'ImportarBanco', { Coming: Carregando })

const ABAS = {
  decidir: { rotulo: 'Sem dono', Painel: SemDonoAba },
  movimentos: { rotulo: 'Fechamento', Painel: MovimentosAba },
  importar: { rotulo: 'Importar do banco', Painel: ImportarBanco },
} satisfies Record<Aba, unknown>

/** What the bank says came in: what has no owner yet, all of it with the period's closing, and the files that bring it. */
export function AdminConciliacaoPage() {
  const { filtros, mudar } = useFiltros()
  const aba = abaDe(filtros)
  const { Painel } = ABAS[aba]
  const abrir = (nova: Aba) =>
    mudar(
      {
        ...Object.fromEntries(Object.keys(filtros).map((nome) => [nome, undefined])),
        aba: nova === 'decidir' ? undefined : nova,
      },
      { empurrar: true },
    )
  return (
    <div className={aba === 'importar' ? 'conciliacao stack' : 'conciliacao stack cheia'}>
      <div className="conciliacao-abas">
        <Tabs
          daTela
          rotulo="Conciliação"
          painel="conciliacao-painel"
          abas={Object.entries(ABAS).map(([valor, { rotulo }]) => ({ valor: valor as Aba, rotulo }))}
          atual={aba}
          aoMudar={abrir}
        />
      </div>
      <div
        role="tabpanel"
        id="conciliacao-painel"
        aria-labelledby={`conciliacao-painel-${aba}`}
        className="conciliacao-painel"
      >
        <Painel />
      </div>
    </div>
  )
}
