import type { Cliente } from '#contract/clientes.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'

const PausarDialog = onDemand(() => import('./PausarDialog.tsx'), 'PausarDialog')
const ContatoDialog = onDemand(() => import('./ContatoDialog.tsx'), 'ContatoDialog')

export const pausar = (cliente: Cliente) =>
  abrir((fechar) => <PausarDialog cliente={cliente} aoFechar={() => fechar()} />)
export const editarContato = (cliente: Cliente) =>
  abrir((fechar) => <ContatoDialog cliente={cliente} aoFechar={() => fechar()} />)
