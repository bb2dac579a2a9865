import { useId, useRef } from 'react'
import { Button, IconButton } from './Button.tsx'
import { Field, type FieldFrame } from './Field.tsx'
import { CloseOutlined } from './icons/CloseOutlined.tsx'

interface Props extends Omit<FieldFrame, 'erro'> {
  /** As the browser's file picker takes it: ".pdf". */
  aceita: string
  arquivo: File | null
  aoMudar: (arquivo: File | null) => void
}

/** One file, in our own words: the browser's field speaks the browser's language. */
export function FileField({ aceita, arquivo, aoMudar, ...moldura }: Props) {
  const id = useId()
  const campo = useRef<HTMLInputElement>(null)
  const botao = useRef<HTMLButtonElement>(null)
  const tirar = () => {
    aoMudar(null)
    // The button that was pressed goes: the focus stays in the field.
    botao.current?.focus()
  }
  return (
    <Field {...moldura} id={id}>
      <span className="row gap-8">
        <Button
          ref={botao}
          variant="outlined"
          aria-describedby={`${id}-rotulo ${id}-nome`}
          onClick={() => campo.current?.click()}
        >
          {arquivo ? 'Trocar arquivo' : 'Escolher arquivo'}
        </Button>
        <span id={`${id}-nome`} aria-live="polite" className="cinza cortado">
          {arquivo?.name ?? 'Nenhum arquivo'}
        </span>
        {arquivo && (
          <IconButton aria-label={`Tirar ${arquivo.name}`} onClick={tirar}>
            <CloseOutlined size={20} />
          </IconButton>
        )}
      </span>
      <input
        ref={campo}
        id={id}
        type="file"
        accept={aceita}
        className="so-leitor"
        tabIndex={-1}
        onChange={({ target }) => {
          const [escolhido] = target.files ?? []
          if (escolhido) aoMudar(escolhido)
          // The same file can be chosen again after it was taken out.
          target.value = ''
        }}
      />
    </Field>
  )
}
