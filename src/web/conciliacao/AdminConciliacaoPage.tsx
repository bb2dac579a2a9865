import { Carregando } from '#web/ui/Carregando.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { TelaComAbas } from '#web/ui/TelaComAbas.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { type Aba, abaDe } from './conciliacao.queries.ts'
import { MovimentosAba } from './MovimentosAba.tsx'
import { SemDonoAba } from './SemDonoAba.tsx'
import './conciliacao.css'
import '#web/ui/painel-ao-lado.css'
import './movimento.css'

const ImportarBanco = onDemand(() => import('./ImportarBanco.tsx'), 'ImportarBanco', { Coming: Carregando })

const NOMES: Record<Aba, string> = { decidir: 'Sem dono', movimentos: 'Fechamento', importar: 'Importar do banco' }
const PAINEIS = { decidir: SemDonoAba, movimentos: MovimentosAba, importar: ImportarBanco }

/** What the bank says came in: what has no owner yet, all of it with the period's closing, and the files that bring it. */
export function AdminConciliacaoPage() {
  const { filtros } = useFiltros()
  const aba = abaDe(filtros)
  const Painel = PAINEIS[aba]
  return (
    <TelaComAbas rotulo="Conciliação" abas={NOMES} aba={aba} cheia={aba !== 'importar'}>
      <Painel />
    </TelaComAbas>
  )
}
