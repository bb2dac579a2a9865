import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { Cliente } from '#contract/clientes.ts'
import { ItemCliente } from '#web/clientes/ItemCliente.tsx'
import { NO_PAPEL } from '../mesa.queries.ts'

/** The queue for paper, alone on it; mounted only while it is printed. */
export function FilaNoPapel({ clientes, aoFechar }: { clientes: Cliente[]; aoFechar: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: printed once, when it is there
  useEffect(() => {
    window.addEventListener('afterprint', aoFechar, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', aoFechar)
  }, [])
  return createPortal(
    <div className="no-papel">
      <h1>Aguardando atendimento</h1>
      {clientes.length === NO_PAPEL && <p>Os {NO_PAPEL} primeiros da fila. A planilha (CSV) tem todos.</p>}
      <ul>
        {clientes.map((cliente) => (
          <li key={cliente.id}>
            <ItemCliente cliente={cliente} />
          </li>
        ))}
      </ul>
    </div>,
    document.body,
  )
}
