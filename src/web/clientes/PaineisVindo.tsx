import type { Cliente } from '#contract/clientes.ts'
import { EsqueletoDoFio } from '#web/mensagens/EsqueletoDoFio.tsx'
import { Osso } from '#web/ui/Osso.tsx'
import { Cabeca } from './Cabeca.tsx'

/** What stands where an open customer will, until the code that draws them is there: nothing moves when it comes. */
export const ConversaVindo = ({ resumo, paineis }: { resumo: Cliente | undefined; paineis: number }) => (
  <>
    <Cabeca resumo={resumo} paineis={paineis} />
    {paineis < 3 && <FaixaVindo />}
    <div className="fio-moldura">
      <div className="fio" aria-busy>
        <EsqueletoDoFio />
      </div>
    </div>
  </>
)

export const FaixaVindo = () => (
  <div className="faixa-contas">
    <Osso largura={220} />
  </div>
)

export const PainelVindo = () => (
  <div aria-hidden className="painel-esqueleto">
    <Osso largura={160} />
    <Osso largura={140} altura={32} />
    <Osso altura={56} />
    <Osso altura={56} />
    <Osso altura={56} />
  </div>
)
