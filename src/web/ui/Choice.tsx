import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import './choice.css'

type Input = Omit<ComponentProps<'input'>, 'type' | 'id'>
interface ChoiceProps extends Input {
  /** Words beside it; without them give it an `aria-label`. */
  rotulo?: ReactNode
  /** A second, smaller line. */
  ajuda?: ReactNode
}

interface CheckboxProps extends ChoiceProps {
  /** Some of what it stands for is chosen, and some is not. */
  indeterminate?: boolean
}

/** Yes or no, or some of several. */
export function Checkbox({ indeterminate = false, ...props }: CheckboxProps) {
  const caixa = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (caixa.current) caixa.current.indeterminate = indeterminate
  }, [indeterminate])
  return <Choice {...props} type="checkbox" ref={caixa} />
}

/** One of several, all on view: put them in a `fieldset` with its `legend`. */
export const Radio = (props: ChoiceProps) => <Choice {...props} type="radio" />

/** On or off, at once. */
export const Switch = (props: ChoiceProps) => <Choice {...props} type="checkbox" role="switch" />

function Choice({ rotulo, ajuda, className = '', ...input }: ChoiceProps & { type: 'checkbox' | 'radio' }) {
  const id = useId()
  const controle = <input {...input} id={id} aria-describedby={ajuda ? `${id}-ajuda` : input['aria-describedby']} />
  // The label makes the target larger than the box; the name is the input's own `aria-label`.
  // biome-ignore lint/a11y/noLabelWithoutControl: it is inside, in `controle`
  if (rotulo === undefined) return <label className={`choice alone ${className}`}>{controle}</label>
  return (
    <span className={`choice ${className}`}>
      {controle}
      <span>
        <label htmlFor={id}>{rotulo}</label>
        {ajuda && (
          <span id={`${id}-ajuda`} className="choice-help">
            {ajuda}
          </span>
        )}
      </span>
    </span>
  )
}

interface SegmentedProps<V extends string> {
  rotulo: string
  valor: V
  opcoes: readonly { valor: V; rotulo: ReactNode; nome?: string }[]
  aoMudar: (valor: V) => void
}

/** One of two to four short words, side by side. */
export function Segmented<V extends string>({ rotulo, valor, opcoes, aoMudar }: SegmentedProps<V>) {
  const nome = useId()
  return (
    <div role="radiogroup" aria-label={rotulo} className="segmented">
      {opcoes.map((opcao) => (
        <label key={opcao.valor}>
          <input
            type="radio"
            name={nome}
            className="so-leitor"
            checked={opcao.valor === valor}
            aria-label={opcao.nome}
            onChange={() => aoMudar(opcao.valor)}
          />
          <span>{opcao.rotulo}</span>
        </label>
      ))}
    </div>
  )
}
