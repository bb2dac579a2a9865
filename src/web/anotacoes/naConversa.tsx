import type { Anotacao } from '#contract/anotacoes.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import './anotacoes.css'

const daAnotacao = () => import('./AnotacaoNaConversa.tsx')

/** Notes in the thread and pinned ones, loaded lazily; until then their text and height hold the place. */
export const AnotacaoNaConversa = onDemand(daAnotacao, 'AnotacaoNaConversa', {
  Coming: ({ anotacao }: { anotacao: Anotacao }) => (
    <div className="anotacao">
      <p className="anotacao-texto quebra">{anotacao.texto}</p>
    </div>
  ),
})
export const Fixadas = onDemand(daAnotacao, 'Fixadas', {
  Coming: ({ anotacoes }: { anotacoes: Anotacao[] }) =>
    anotacoes.some(({ fixada }) => fixada) && <div className="fixadas fixadas-skeleton rigid" />,
})
