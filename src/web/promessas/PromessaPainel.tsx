import type { Promessa } from '#contract/promessas.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { ContasCitadas } from '#web/clientes/ContasCitadas.tsx'
import { LigacaoDoCliente } from '#web/clientes/LigacaoDoCliente.tsx'
import { PainelAoLado } from '#web/ui/PainelAoLado.tsx'
import { UmaPromessa } from './UmaPromessa.tsx'

/** One promise beside the list: whose it is, of which accounts, and how it stands. */
export function PromessaPainel({ promessa, aoFechar }: { promessa: Promessa; aoFechar: () => void }) {
  const { role } = useUsuario()
  return (
    <PainelAoLado rotulo="Promessa" titulo={promessa.cliente.nome} aoFechar={aoFechar}>
      <div className="ficha">
        <div className="painel-registro">
          <div>
            <LigacaoDoCliente cliente={promessa.cliente} />
          </div>
        </div>
        <UmaPromessa promessa={promessa} podeCancelar={role === 'operador'} />
        <ContasCitadas clienteId={promessa.cliente.id} ids={promessa.contas} />
      </div>
    </PainelAoLado>
  )
}
