import { Link } from '@tanstack/react-router'
import { useUsuario } from '#web/api/useSessao.ts'

/** The link to a record's customer: to the conversation on an operator's desk, or to the administrators' list. */
export function LigacaoDoCliente({ cliente }: { cliente: { id: number } }) {
  const admin = useUsuario().role === 'admin'
  return (
    <Link
      className="button outlined"
      to={admin ? '/admin/clientes' : '/operador/clientes'}
      search={{ cliente: String(cliente.id) }}
    >
      {admin ? 'Ver o cliente' : 'Abrir a conversa'}
    </Link>
  )
}
