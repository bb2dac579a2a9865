import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'
import './field.css'

export interface FieldFrame {
  rotulo: string
  /** Marked beside the label; required fields carry no mark. */
  opcional?: boolean | undefined
  ajuda?: ReactNode
  /** What to do about it, in a sentence: it takes the place of the help. */
  erro?: string | undefined
}

/** Label above the field, and a line for help or error whose height is always there. */
export function Field({
  id,
  rotulo,
  opcional,
  ajuda,
  erro,
  children,
}: FieldFrame & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id} id={`${id}-rotulo`} className="field-label">
        {rotulo}
        {opcional && <span className="cinza"> (opcional)</span>}
      </label>
      {children}
      <div id={`${id}-ajuda`} className={`field-help ${erro ? 'error' : ajuda ? '' : 'empty'}`}>
        {/* Said aloud when it comes while one is in the field: a code that was refused, a day that does not exist. */}
        <span aria-live="polite">{erro}</span>
        {!erro && ajuda}
      </div>
    </div>
  )
}

interface InputBoxProps {
  /** The field's: its unit, if a word, is then read after its name. */
  id?: string
  erro?: boolean
  disabled?: boolean | undefined
  prefixo?: ReactNode
  sufixo?: ReactNode
  className?: string
  children: ReactNode
}

/** The outline around what is typed, with its unit inside. */
export const InputBox = ({ id, erro = false, disabled, prefixo, sufixo, className = '', children }: InputBoxProps) => (
  <span className={`input-box ${className}`} data-erro={erro || undefined} data-disabled={disabled || undefined}>
    {prefixo && <Unit id={id}>{prefixo}</Unit>}
    {children}
    {sufixo && <Unit id={id}>{sufixo}</Unit>}
  </span>
)

const ehPalavra = (unidade: ReactNode) => typeof unidade === 'string'
const idDaUnidade = (id: string) => `${id}-unidade`
const Unit = ({ id, children }: { id: string | undefined; children: ReactNode }) => (
  <span className="input-unit" id={id && ehPalavra(children) ? idDaUnidade(id) : undefined}>
    {children}
  </span>
)

type Input = Omit<ComponentProps<'input'>, 'id' | 'prefix'>
export interface TextFieldProps extends FieldFrame, Input {
  prefixo?: ReactNode
  sufixo?: ReactNode
  /** Makes it a text of several lines, at least so many high. */
  linhas?: number
}

/** A field of text or number with everything that reads it aloud; `linhas` makes it a text of several lines. */
export function TextField(props: TextFieldProps) {
  const { rotulo, opcional, ajuda, erro, prefixo, sufixo, linhas, ref, ...input } = props
  const id = useId()
  const unidade = [prefixo, sufixo].some(ehPalavra) ? `${idDaUnidade(id)} ` : ''
  const comum = { id, 'aria-describedby': `${unidade}${id}-ajuda`, 'aria-invalid': Boolean(erro) }
  return (
    <Field id={id} rotulo={rotulo} opcional={opcional} ajuda={ajuda} erro={erro}>
      <InputBox id={id} erro={Boolean(erro)} disabled={input.disabled} prefixo={prefixo} sufixo={sufixo}>
        {linhas === undefined ? (
          <input type="text" {...input} ref={ref} {...comum} />
        ) : (
          <textarea
            // `rows` counts for nothing in a field that grows with its text.
            style={{ minHeight: `calc(${linhas}lh + 16px)` }}
            {...(input as unknown as ComponentProps<'textarea'>)}
            ref={ref as unknown as Ref<HTMLTextAreaElement>}
            {...comum}
          />
        )}
      </InputBox>
    </Field>
  )
}

export interface Option {
  valor: string
  rotulo: string
}
export interface SelectProps extends FieldFrame {
  valor: string
  opcoes: readonly Option[]
  aoMudar: (valor: string) => void
  disabled?: boolean
  /** The label of the empty option, where there may be no choice. */
  vazio?: string
  /** Its accessible name, where the label is not enough. */
  nome?: string
}

/** One of a few values: the browser's own list, which phones and readers know. */
export function Select({ rotulo, opcional, ajuda, erro, valor, opcoes, aoMudar, disabled, vazio, nome }: SelectProps) {
  const id = useId()
  return (
    <Field id={id} rotulo={rotulo} opcional={opcional} ajuda={ajuda} erro={erro}>
      <InputBox erro={Boolean(erro)} disabled={disabled} className="select">
        <select
          id={id}
          value={valor}
          disabled={disabled}
          aria-label={nome}
          aria-describedby={`${id}-ajuda`}
          aria-invalid={Boolean(erro)}
          onChange={(evento) => aoMudar(evento.target.value)}
        >
          {vazio !== undefined && <option value="">{vazio}</option>}
          {opcoes.map((opcao) => (
            <option key={opcao.valor} value={opcao.valor}>
              {opcao.rotulo}
            </option>
          ))}
        </select>
      </InputBox>
    </Field>
  )
}
