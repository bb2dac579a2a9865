import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { inicioDe } from '#web/api/sessao.ts'
import { useSessao } from '#web/api/useSessao.ts'
import { ExploreOffOutlined } from '#web/ui/icons/ExploreOffOutlined.tsx'
import { Marca } from './Marca.tsx'

/** An unknown address outside the shell, where nothing else names the page. */
export const EnderecoNaoEncontradoPage = () => (
  <main>
    <NaoEncontrada
      figura={
        <div className="pagina-simples-marca">
          <Marca tamanho={32} />
          Sistema de Cobrança Automática
        </div>
      }
      titulo={<h1>Página não encontrada</h1>}
    />
  </main>
)

/** An unknown address inside the shell, which has its own title; leads back to the person's dashboard. */
export const NaoEncontradaPage = () => (
  <NaoEncontrada
    figura={
      <div className="pagina-simples-icone">
        <ExploreOffOutlined size={40} aria-hidden />
      </div>
    }
    titulo={<h2>Aqui não há nenhuma tela</h2>}
  />
)

function NaoEncontrada({ figura, titulo }: { figura: ReactNode; titulo: ReactNode }) {
  const inicio = inicioDe(useSessao()?.user.role)
  return (
    <div className="pagina-simples">
      {figura}
      {titulo}
      <p>O endereço pode ter sido digitado errado, ou a página mudou de lugar.</p>
      <Link to={inicio}>{inicio === '/login' ? 'Ir para a entrada' : 'Ir para o dashboard'}</Link>
    </div>
  )
}
