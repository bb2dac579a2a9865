import { lazy } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { abrir } from '#web/ui/dialogos.tsx'

const PausarDialog = lazy(async () => ({ default: (await import('./PausarDialog.tsx')).PausarDialog }))
const ContatoDialog = lazy(async () => ({ default: (await import('./ContatoDialog.tsx')).ContatoDialog }))

export const pausar = (cliente: Cliente) =>
  abrir((fechar) => <PausarDialog cliente={cliente} aoFechar={() => fechar()} />)
export const editarContato = (cliente: Cliente) =>
  abrir((fechar) => <ContatoDialog cliente={cliente} aoFechar={() => fechar()} />)
