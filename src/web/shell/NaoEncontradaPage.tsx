import { Link } from '@tanstack/react-router'
import { inicioDe, useSessao } from '#web/api/sessao.ts'
import './pagina-simples.css'

/** An address that leads nowhere, with the way back to one's own start. */
export function NaoEncontradaPage() {
  const inicio = inicioDe(useSessao()?.user.role)
  return (
    <div className="pagina-simples">
      <h2>Página não encontrada</h2>
      <p>O endereço pode ter sido digitado errado, ou a página mudou de lugar.</p>
      <Link to={inicio}>{inicio === '/login' ? 'Ir para a entrada' : 'Ir para o dashboard'}</Link>
    </div>
  )
}
