import type { Anotacao } from '#contract/anotacoes.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import './anotacoes.css'

const daNota = () => import('./NotaNoFio.tsx')

/** Notes in the talk, and those pinned over it; until their code is there, their words and their room are. */
export const NotaNoFio = onDemand(daNota, 'NotaNoFio', {
  Coming: ({ anotacao }: { anotacao: Anotacao }) => (
    <div className="nota">
      <p className="nota-texto quebra">{anotacao.texto}</p>
    </div>
  ),
})
export const Fixadas = onDemand(daNota, 'Fixadas', {
  Coming: ({ anotacoes }: { anotacoes: Anotacao[] }) =>
    anotacoes.some(({ fixada }) => fixada) && <div className="fixadas fixadas-vindo rigid" />,
})
