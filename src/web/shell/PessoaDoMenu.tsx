import { useUsuario } from '#web/api/useSessao.ts'
import { Menu } from '#web/ui/Menu.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { AvatarPessoa } from './AvatarPessoa.tsx'
import { papel } from './itensMenu.tsx'

const OpcoesDaPessoa = onDemand(() => import('./OpcoesDaPessoa.tsx'), 'OpcoesDaPessoa')

/** Name, picture and role of whoever is signed in; opens what one may do with one's own account. */
export function PessoaDoMenu({ rail }: { rail: boolean }) {
  const usuario = useUsuario()
  const pessoa = (
    <button type="button" className="menu-pessoa">
      <AvatarPessoa nome={usuario.name} />
      <span className={rail ? 'so-leitor' : ''}>
        <span className="menu-nome cortado">{usuario.name}</span>
        <span className="menu-papel">{papel(usuario.role)}</span>
        <span className="so-leitor">: sua conta</span>
      </span>
    </button>
  )
  return (
    <Menu trigger={pessoa} rotulo="Sua conta">
      <OpcoesDaPessoa />
    </Menu>
  )
}
