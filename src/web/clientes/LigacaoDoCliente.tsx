import { Link } from '@tanstack/react-router'
import { useUsuario } from '#web/api/useSessao.ts'

/** To the customer: an operator's desk, or an administrator's list with the customer beside it. */
export function LigacaoDoCliente({ cliente }: { cliente: { id: number; nome: string } }) {
  const para = useUsuario().role === 'admin' ? '/admin/clientes' : '/operador/clientes'
  return (
    <Link className="ligacao forte quebra" to={para} search={{ cliente: String(cliente.id) } as never}>
      {cliente.nome}
    </Link>
  )
}
