import { Link } from '@tanstack/react-router'
import { useUsuario } from '#web/api/useSessao.ts'

/** To the customer of a record: the talk on an operator's desk, or the administrators' list with the customer beside it. */
export function LigacaoDoCliente({ cliente }: { cliente: { id: number } }) {
  const admin = useUsuario().role === 'admin'
  return (
    <Link
      className="button outlined"
      to={admin ? '/admin/clientes' : '/operador/clientes'}
      search={{ cliente: String(cliente.id) } as never}
    >
      {admin ? 'Ver o cliente' : 'Abrir a conversa'}
    </Link>
  )
}
