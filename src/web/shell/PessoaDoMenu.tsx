import { lazy, Suspense, useState } from 'react'
import { useUsuario } from '#web/api/useSessao.ts'
import { AvatarPessoa } from './AvatarPessoa.tsx'
import { papel } from './itensMenu.tsx'

const MenuDaConta = lazy(async () => ({ default: (await import('./MenuDaConta.tsx')).MenuDaConta }))

/** Name, picture and role of who is signed in; opens what one may do with one's own account. */
export function PessoaDoMenu({ trilho }: { trilho: boolean }) {
  const usuario = useUsuario()
  const [ancora, setAncora] = useState<HTMLElement | null>(null)
  return (
    <>
      <button
        type="button"
        className="menu-pessoa"
        aria-haspopup="menu"
        aria-expanded={Boolean(ancora)}
        onClick={(evento) => setAncora(evento.currentTarget)}
      >
        <AvatarPessoa nome={usuario.name} />
        <span className={trilho ? 'so-leitor' : 'menu-quem'}>
          <span className="menu-nome cortado">{usuario.name}</span>
          <span className="menu-papel">{papel(usuario.role)}</span>
          <span className="so-leitor">: sua conta</span>
        </span>
      </button>
      {ancora && (
        <Suspense>
          <MenuDaConta ancora={ancora} aoFechar={() => setAncora(null)} />
        </Suspense>
      )}
    </>
  )
}
