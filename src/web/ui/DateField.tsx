import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { hoje } from '#web/api/agora.ts'
import { CalendarTodayOutlined } from '#web/ui/icons/CalendarTodayOutlined.tsx'
import { IconButton } from './Button.tsx'
import { comAno, comBarras } from './comBarras.ts'
import { Field, type FieldFrame, InputBox } from './Field.tsx'
import { ano, dia, lerDia, soDigitos } from './formatos.ts'

/** The browser's own field writes the day in the browser's language; here it is dd/mm/aaaa for everyone. */
const emTexto = (iso: string | undefined) => (iso && lerDia(iso) ? dia(iso) : '')
export const DIA_QUE_NAO_HA = 'Escreva um dia que exista, como 04/12/2026.'
/** ddmmaaaa. */
const DIGITOS = 8

export interface DateFieldProps
  extends FieldFrame,
    Omit<ComponentProps<'input'>, 'id' | 'type' | 'value' | 'onChange' | 'min' | 'max'> {
  /** `YYYY-MM-DD`, or nothing. */
  value: string | undefined
  /** Called with a day, or with nothing while what is typed is no day. */
  aoMudar: (dia: string) => void
  /** Called with all that is typed, before `aoMudar`. */
  aoDigitar?: (texto: string) => void
  min?: string | undefined
  max?: string | undefined
}

/** A day typed as dd/mm/aaaa, pasted in any usual form, or chosen in the browser's calendar. */
export function DateField(props: DateFieldProps) {
  const { rotulo, opcional, ajuda, erro, value, aoMudar, aoDigitar, min, max, disabled, onBlur, ...input } = props
  const id = useId()
  const [texto, setTexto] = useState(() => emTexto(value))
  const dito = useRef(value)
  useEffect(() => {
    if (value !== dito.current) setTexto(emTexto(value))
    dito.current = value
  }, [value])
  const mudar = (novo: string) => {
    setTexto(novo)
    aoDigitar?.(novo)
    const iso = lerDia(novo) ?? ''
    if (iso === dito.current) return
    dito.current = iso
    aoMudar(iso)
  }
  // "Informe o dia" would be wrong for a day that was typed and does not exist.
  const inteiro = soDigitos(texto).length >= DIGITOS
  const recusa = texto && !lerDia(texto) && (inteiro || erro) ? DIA_QUE_NAO_HA : erro
  return (
    <Field id={id} rotulo={rotulo} opcional={opcional} ajuda={ajuda} erro={recusa}>
      <InputBox
        erro={Boolean(recusa)}
        disabled={disabled}
        sufixo={<Calendario dia={lerDia(texto)} {...{ min, max, disabled }} aoMudar={mudar} />}
      >
        <input
          {...input}
          id={id}
          type="text"
          inputMode="numeric"
          placeholder="dd/mm/aaaa"
          disabled={disabled}
          aria-describedby={`${id}-ajuda`}
          aria-invalid={Boolean(recusa)}
          value={texto}
          onChange={({ target }) => mudar(target.value.length > texto.length ? comBarras(target.value) : target.value)}
          onBlur={(evento) => {
            // Without a year it is the first such day that is not before `min`, or else this year's.
            const inteira = comAno(texto, min ?? `${ano(hoje())}-01-01`)
            const lido = lerDia(inteira)
            if (inteira !== texto) mudar(inteira)
            if (lido) setTexto(emTexto(lido))
            onBlur?.(evento)
          }}
        />
      </InputBox>
    </Field>
  )
}

interface CalendarioProps extends Pick<DateFieldProps, 'min' | 'max' | 'disabled'> {
  dia: string | null
  aoMudar: (texto: string) => void
}

/** The browser's own calendar, opened by a button of ours. */
function Calendario({ dia: escolhido, min, max, disabled = false, aoMudar }: CalendarioProps) {
  const calendario = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={calendario}
        type="date"
        className="date-picker"
        tabIndex={-1}
        aria-hidden
        value={escolhido ?? ''}
        min={min}
        max={max}
        onChange={({ target }) => aoMudar(target.value ? dia(target.value) : '')}
      />
      <IconButton
        size="small"
        aria-label="Abrir calendário"
        disabled={disabled}
        onClick={() => calendario.current?.showPicker()}
      >
        <CalendarTodayOutlined size={20} />
      </IconButton>
    </>
  )
}
