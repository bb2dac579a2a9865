import type { Contestacao } from '#contract/contestacoes.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { PainelDaTratativa } from '#web/clientes/PainelDaTratativa.tsx'
import { FotoDaContestacao } from './ArquivoDaContestacao.tsx'
import { UmaContestacao } from './UmaContestacao.tsx'

/** One dispute beside the list: whose it is, what they say and show, of which accounts; an operator answers it there. */
export const ContestacaoPainel = ({ contestacao, aoFechar }: { contestacao: Contestacao; aoFechar: () => void }) => (
  <PainelDaTratativa rotulo="Contestação" de={contestacao} aoFechar={aoFechar}>
    <UmaContestacao contestacao={contestacao} podeResponder={useUsuario().role === 'operador'} />
    {contestacao.arquivo_url && (
      <div className="painel-registro">
        <FotoDaContestacao contestacao={contestacao} />
      </div>
    )}
  </PainelDaTratativa>
)
