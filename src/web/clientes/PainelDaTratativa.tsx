import type { ReactNode } from 'react'
import { PainelAoLado } from '#web/ui/PainelAoLado.tsx'
import { ContasCitadas } from './ContasCitadas.tsx'
import { LigacaoDoCliente } from './LigacaoDoCliente.tsx'
import './tratativa.css'

interface Props {
  rotulo: string
  de: { cliente: { id: number; nome: string }; contas: number[] }
  aoFechar: () => void
  children: ReactNode
}

/** A promise or a dispute beside its list: whose it is, what it says, of which accounts. */
export const PainelDaTratativa = ({ rotulo, de: { cliente, contas }, aoFechar, children }: Props) => (
  <PainelAoLado rotulo={rotulo} titulo={cliente.nome} aoFechar={aoFechar}>
    <div className="ficha">
      <div className="painel-registro">
        <div>
          <LigacaoDoCliente cliente={cliente} />
        </div>
      </div>
      {children}
      <ContasCitadas clienteId={cliente.id} ids={contas} />
    </div>
  </PainelAoLado>
)
