import type { ClienteDetalhado } from '#contract/ficha.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'

const EnviarPixDialog = onDemand(() => import('./EnviarPixDialog.tsx'), 'EnviarPixDialog')

/** Asks what the code is for, makes it, and sends it. */
export const enviarPix = (cliente: ClienteDetalhado, escolhidas: readonly number[]) =>
  abrir((fechar) => <EnviarPixDialog cliente={cliente} escolhidas={escolhidas} aoFechar={() => fechar()} />)
