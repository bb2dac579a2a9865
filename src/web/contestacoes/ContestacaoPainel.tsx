import type { Contestacao } from '#contract/contestacoes.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { ContasCitadas } from '#web/clientes/ContasCitadas.tsx'
import { LigacaoDoCliente } from '#web/clientes/LigacaoDoCliente.tsx'
import { PainelAoLado } from '#web/ui/PainelAoLado.tsx'
import { FotoDaContestacao } from './ArquivoDaContestacao.tsx'
import { UmaContestacao } from './UmaContestacao.tsx'

/** One dispute beside the list: whose it is, what they say and show, of which accounts; an operator answers it there. */
export function ContestacaoPainel({ contestacao, aoFechar }: { contestacao: Contestacao; aoFechar: () => void }) {
  const { role } = useUsuario()
  return (
    <PainelAoLado rotulo="Contestação" titulo={contestacao.cliente.nome} aoFechar={aoFechar}>
      <div className="ficha">
        <div className="painel-registro">
          <div>
            <LigacaoDoCliente cliente={contestacao.cliente} />
          </div>
        </div>
        <UmaContestacao contestacao={contestacao} podeResponder={role === 'operador'} />
        {contestacao.arquivo_url && (
          <div className="painel-registro">
            <FotoDaContestacao contestacao={contestacao} />
          </div>
        )}
        <ContasCitadas clienteId={contestacao.cliente.id} ids={contestacao.contas} />
      </div>
    </PainelAoLado>
  )
}
