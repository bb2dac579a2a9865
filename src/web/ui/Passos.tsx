import { type ReactNode, useEffect, useRef } from 'react'
import { CheckOutlined } from '#web/ui/icons/CheckOutlined.tsx'
import { CloseOutlined } from '#web/ui/icons/CloseOutlined.tsx'
import { Alert } from './Alert.tsx'
import { Button, IconButton } from './Button.tsx'
import './passos.css'

/** The wizard drawn last and its step: each step mounts a band of its own, so the band keeps no state. */
let deAntes: { passos: readonly string[]; atual: number } | undefined

/** Where one is in a wizard: a band under the top bar, with what it is about at the right. */
export function Passos({ passos, atual, direita }: { passos: readonly string[]; atual: number; direita?: ReactNode }) {
  const lista = useRef<HTMLOListElement>(null)
  // The button that led here went with its step: the focus goes to the step's name, which readers announce.
  useEffect(() => {
    const segue = deAntes?.passos === passos && Math.max(deAntes.atual, atual) > 0
    deAntes = { passos, atual }
    if (segue && document.activeElement === document.body)
      lista.current?.querySelector<HTMLElement>('[tabindex]')?.focus()
  }, [passos, atual])
  return (
    <div className="passos">
      <ol ref={lista}>
        {passos.map((passo, indice) => {
          const feito = indice < atual
          const agora = indice === atual
          return (
            <li
              key={passo}
              className={feito ? 'feito' : ''}
              aria-current={agora ? 'step' : undefined}
              tabIndex={indice === Math.min(atual, passos.length - 1) ? -1 : undefined}
            >
              <span className="passos-bola">{feito ? <CheckOutlined size={16} titulo="feito" /> : indice + 1}</span>
              <span className="passos-nome">{passo}</span>
            </li>
          )
        })}
      </ol>
      <div className="passos-direita">{direita}</div>
    </div>
  )
}

/** The frame of a wizard: its footer stands at the bottom of the view however little there is above it. */
export const Assistente = ({ children }: { children: ReactNode }) => <div className="assistente">{children}</div>

/** The footer of a wizard: sticky, with the running total and a verb that carries its number. */
export const RodapePassos = ({ esquerda, children }: { esquerda?: ReactNode; children: ReactNode }) => (
  <div className="passos-rodape">
    {esquerda}
    <div className="passos-acoes">{children}</div>
  </div>
)

interface ErroProps {
  erro: string
  aoFechar: () => void
  /** Where the same can be tried again. */
  aoTentar?: (() => void) | undefined
}

/** What went wrong, over the step where it did. */
export const ErroDoPasso = ({ erro, aoFechar, aoTentar }: ErroProps) =>
  erro && (
    <Alert
      tom="error"
      acao={
        <div className="row">
          {aoTentar && <Button onClick={aoTentar}>Tentar de novo</Button>}
          <IconButton aria-label="Fechar o aviso" onClick={aoFechar}>
            <CloseOutlined size={20} />
          </IconButton>
        </div>
      }
    >
      {erro}
    </Alert>
  )
