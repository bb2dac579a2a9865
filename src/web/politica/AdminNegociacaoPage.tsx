import { TelaComAbas } from '#web/ui/TelaComAbas.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { Aprovacoes } from './Aprovacoes.tsx'
import { PoliticaPainel } from './PoliticaPainel.tsx'
import { abaDe } from './politica.queries.ts'
import './politica.css'

const ABAS = { aprovacoes: 'Aguardando aprovação', politica: 'Política' }

/** The agreements beyond the policy that wait for approval; and the policy, for operators and for customers by themselves. */
export function AdminNegociacaoPage() {
  const { filtros } = useFiltros()
  const aba = abaDe(filtros.aba)
  return (
    <TelaComAbas rotulo="Negociação" abas={ABAS} aba={aba}>
      {aba === 'politica' ? <PoliticaPainel /> : <Aprovacoes />}
    </TelaComAbas>
  )
}
