import type { Anotacao } from '#contract/anotacoes.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import './anotacoes.css'

const daAnotacao = () => import('./AnotacaoNaConversa.tsx')

/** Notes in the thread and the pinned ones, loaded apart; until then their text and height are there. */
export const AnotacaoNaConversa = onDemand(daAnotacao, 'AnotacaoNaConversa', {
  Coming: ({ anotacao }: { anotacao: Anotacao }) => (
    <div className="anotacao">
      <p className="anotacao-texto quebra">{anotacao.texto}</p>
    </div>
  ),
})
export const Fixadas = onDemand(daAnotacao, 'Fixadas', {
  Coming: ({ anotacoes }: { anotacoes: Anotacao[] }) =>
    anotacoes.some(({ fixada }) => fixada) && <div className="fixadas fixadas-vindo rigid" />,
})
