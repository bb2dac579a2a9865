import type { Promessa } from '#contract/promessas.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { PainelDaTratativa } from '#web/clientes/PainelDaTratativa.tsx'
import { UmaPromessa } from './UmaPromessa.tsx'

/** One promise beside the list: whose it is, of which accounts, and how it stands. */
export const PromessaPainel = ({ promessa, aoFechar }: { promessa: Promessa; aoFechar: () => void }) => (
  <PainelDaTratativa rotulo="Promessa" de={promessa} aoFechar={aoFechar}>
    <UmaPromessa promessa={promessa} podeCancelar={useUsuario().role === 'operador'} />
  </PainelDaTratativa>
)
