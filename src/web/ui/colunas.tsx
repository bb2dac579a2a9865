import type { Coluna, ComId } from './tabela.ts'

/** The operator who owns the row, in an administrator's list. */
export const DE_QUEM_E: Coluna<ComId & { operador: { name: string } | null }> = {
  id: 'operador',
  header: 'Operador',
  cell: ({ operador }) => <span className="pessoa cinza cortado">{operador?.name ?? 'ninguém'}</span>,
  largura: 156,
  minima: 900,
}
