import type { Confirmacao } from './ConfirmDialog.tsx'
import { abrir } from './dialogos.tsx'
import { onDemand } from './onDemand.tsx'

const ConfirmDialog = onDemand(() => import('./ConfirmDialog.tsx'), 'ConfirmDialog')

/** `if (await confirmar({ … }))`: the answer of a person, in one line. */
export async function confirmar(pergunta: Confirmacao): Promise<boolean> {
  const resposta = await abrir<boolean>((fechar) => (
    <ConfirmDialog {...pergunta} aoConfirmar={() => fechar(true)} aoFechar={() => fechar()} />
  ))
  return resposta ?? false
}
