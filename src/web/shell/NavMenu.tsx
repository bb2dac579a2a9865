import { useQuery } from '@tanstack/react-query'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sair } from '#web/api/sair.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { CloseOutlined } from '#web/ui/icons/CloseOutlined.tsx'
import { LogoutOutlined } from '#web/ui/icons/LogoutOutlined.tsx'
import { ScienceOutlined } from '#web/ui/icons/ScienceOutlined.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import type { Badges } from './contarBadges.ts'
import { type ItemMenu, itensDe } from './itensMenu.tsx'
import { PessoaDoMenu } from './PessoaDoMenu.tsx'
import { avisosQuery } from './shell.queries.ts'
import { naEntradaDoMenu } from './useMenuCelular.ts'

interface Props {
  badges: Badges
  rail?: boolean
  /** Only the temporary drawer of a phone closes: by choosing, by ×, by the scrim. */
  aoFechar?: () => void
  aoEscolher?: () => void
}

/** The whole menu: who is signed in, the role's screens with their counts, and the way out. */
export function NavMenu({ badges, rail = false, aoFechar, aoEscolher }: Props) {
  const usuario = useUsuario()
  const caminho = useRouterState({ select: (estado) => estado.location.pathname })
  return (
    <div className={rail ? 'menu rail' : 'menu'}>
      <div className="menu-topo">
        <PessoaDoMenu rail={rail} />
        {aoFechar && (
          <button type="button" className="icon-button" aria-label="Fechar menu" onClick={aoFechar}>
            <CloseOutlined />
          </button>
        )}
      </div>
      <nav aria-label="Menu principal">
        <ul>
          {itensDe(usuario.role).map((item) => (
            <li key={item.para} ref={caminho === item.para ? trazerAVista : null}>
              <ItemDoMenu
                item={item}
                total={item.badge ? badges[item.badge.de] : 0}
                atual={caminho === item.para}
                rail={rail}
                aoEscolher={aoEscolher}
              />
            </li>
          ))}
        </ul>
      </nav>
      <div className="menu-fim">
        <AoEmulador rail={rail} />
        <ComDica dica={rail && 'Sair'}>
          <button type="button" className="menu-linha" onClick={() => void sair()}>
            <LogoutOutlined aria-hidden />
            <span className={rail ? 'so-leitor' : ''}>Sair</span>
          </button>
        </ComDica>
      </div>
    </div>
  )
}

/**
 * In a low window the current screen's entry may be scrolled out of view. Only the list is scrolled: after `scrollIntoView`,
 * slightly older browsers start the first Tab at the entry and miss the skip link.
 */
function trazerAVista(item: HTMLElement | null) {
  const menu = item?.closest('nav')
  if (!item || !menu) return
  const [dele, daLista] = [item.getBoundingClientRect(), menu.getBoundingClientRect()]
  menu.scrollTop += Math.max(0, dele.bottom - daLista.bottom) + Math.min(0, dele.top - daLista.top)
}

/** The link to the emulator, where there is one, for those who may use it. */
function AoEmulador({ rail }: { rail: boolean }) {
  const caminho = useQuery(avisosQuery).data?.emulador
  if (!caminho) return null
  return (
    <ComDica dica={rail && 'Emulador do WhatsApp'}>
      <a className="menu-linha" href={caminho} target="_blank" rel="noreferrer">
        <ScienceOutlined aria-hidden />
        <span className={rail ? 'so-leitor' : ''}>Emulador do WhatsApp</span>
        <span className="so-leitor"> (abre em outra aba)</span>
      </a>
    </ComDica>
  )
}

interface ItemProps {
  item: ItemMenu
  total: number
  atual: boolean
  rail: boolean
  aoEscolher: (() => void) | undefined
}

function ItemDoMenu({ item, total, atual, rail, aoEscolher }: ItemProps) {
  const { history } = useRouter()
  const Icone = atual ? item.cheio : item.icone
  const contagem = item.badge && total > 0 ? item.badge.emPalavras(total) : ''
  const dica = (
    <>
      {item.rotulo}
      {contagem && <small>{contagem}</small>}
    </>
  )
  return (
    <ComDica dica={rail && dica}>
      <Link
        to={item.para}
        replace={naEntradaDoMenu(history)}
        className="menu-linha"
        aria-current={atual ? 'page' : undefined}
        onClick={aoEscolher}
      >
        <Icone aria-hidden />
        <span className={rail ? 'so-leitor' : ''}>{item.rotulo}</span>
        {item.badge && total > 0 && <Contador total={total} tom={item.badge.tom} emPalavras={contagem} />}
      </Link>
    </ComDica>
  )
}

const LIMITE_CONTADOR = 99_999
const Contador = ({ total, tom, emPalavras }: { total: number; tom: 'warning' | 'error'; emPalavras: string }) => (
  <span className="menu-conta" data-badge={tom}>
    <span aria-hidden>{total > LIMITE_CONTADOR ? `${LIMITE_CONTADOR}+` : total}</span>
    <span className="so-leitor">, {emPalavras}</span>
  </span>
)

const ComDica = ({ dica, children }: { dica: ReactNode; children: ReactNode }) =>
  dica ? <Tooltip texto={dica}>{children}</Tooltip> : children
