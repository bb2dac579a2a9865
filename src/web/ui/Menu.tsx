import { createContext, type KeyboardEvent, type ReactElement, type ReactNode, useContext } from 'react'
import { Popover, type TriggerProps } from './Popover.tsx'

const Close = createContext<() => void>(() => undefined)

interface Props {
  /** The button that opens it. */
  trigger: ReactElement<TriggerProps>
  rotulo: string
  /** `MenuItem`s, and `MenuDivider` between groups. */
  children: ReactNode
}

/** Actions, or one choice of a few, behind a button: arrows move, a letter jumps, Enter does it. */
export const Menu = ({ trigger, rotulo, children }: Props) => (
  <Popover
    trigger={trigger}
    tipo="menu"
    rotulo={rotulo}
    className="menu-list"
    // While its items load the menu itself has the focus, so that the arrows work once they are there.
    aoMostrar={(painel) =>
      (painel.querySelector<HTMLElement>('[aria-checked=true]') ?? itemsOf(painel)[0] ?? painel).focus()
    }
    aoTeclar={move}
  >
    {(fechar) => <Close value={fechar}>{children}</Close>}
  </Popover>
)

interface ItemProps {
  children: ReactNode
  /** Left out for a line that only informs (`disabled`). */
  onClick?: () => void
  icone?: ReactNode
  /** At the right, such as how many there are. */
  fim?: ReactNode
  /** In a menu that chooses: whether this is the current choice. */
  selected?: boolean
  danger?: boolean
  disabled?: boolean
}

export function MenuItem({ children, onClick, icone, fim, selected, danger = false, disabled = false }: ItemProps) {
  const fechar = useContext(Close)
  return (
    <button
      type="button"
      role={selected === undefined ? 'menuitem' : 'menuitemradio'}
      {...(selected !== undefined && { 'aria-checked': selected })}
      tabIndex={-1}
      disabled={disabled}
      className={danger ? 'menu-item danger' : 'menu-item'}
      onClick={() => {
        fechar()
        onClick?.()
      }}
    >
      {icone}
      {children}
      {fim !== undefined && <span className="at-end">{fim}</span>}
    </button>
  )
}

export const MenuDivider = () => <hr className="menu-divider" />

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)')]

function move(evento: KeyboardEvent<HTMLElement>) {
  const items = itemsOf(evento.currentTarget)
  const here = items.indexOf(document.activeElement as HTMLElement)
  const next = {
    ArrowDown: items[(here + 1) % items.length],
    ArrowUp: items.at(here <= 0 ? -1 : here - 1),
    Home: items[0],
    End: items.at(-1),
  }[evento.key]
  if (evento.key === 'Tab') return evento.currentTarget.hidePopover()
  const target = next ?? (evento.key.length === 1 ? startingWith(items, here, evento.key) : undefined)
  if (!target) return
  evento.preventDefault()
  target.focus()
}

/** The next one whose words begin with what was typed, going round. */
function startingWith(items: HTMLElement[], here: number, letter: string) {
  const sought = letter.toLocaleLowerCase('pt-BR')
  const inTurn = [...items.slice(here + 1), ...items.slice(0, here + 1)]
  return inTurn.find((item) => item.textContent?.trim().toLocaleLowerCase('pt-BR').startsWith(sought))
}
