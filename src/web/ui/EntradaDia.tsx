import CalendarTodayOutlined from '@mui/icons-material/CalendarTodayOutlined'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { dia, lerDia } from './formatos.ts'

/** The browser's own field writes the day in the browser's language; here it is dd/mm/aaaa for everyone. */
const emTexto = (iso: unknown) => (typeof iso === 'string' && lerDia(iso) ? dia(iso) : '')
/** A slash after the day and the month, for who types only digits. */
const comBarras = (texto: string) => (/^\d{2}(\/\d{2})?$/.test(texto) ? `${texto}/` : texto)

interface Props extends Omit<OutlinedInputProps, 'type' | 'value' | 'onChange'> {
  /** `YYYY-MM-DD`, or nothing. */
  value: unknown
  /** Told of a day, or of nothing while what is typed is no day. */
  onChange: ((evento: ChangeEvent<HTMLInputElement>) => void) | undefined
}

/** A day typed as dd/mm/aaaa, pasted in any usual form, or chosen in the browser's calendar. */
export function EntradaDia({ value, onChange, slotProps, onBlur, ...resto }: Props) {
  const [texto, setTexto] = useState(() => emTexto(value))
  const dito = useRef(value)
  const calendario = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (value !== dito.current) setTexto(emTexto(value))
    dito.current = value
  }, [value])
  const mudar = (novo: string) => {
    setTexto(novo)
    const iso = lerDia(novo) ?? ''
    if (iso === dito.current) return
    dito.current = iso
    onChange?.({ target: { value: iso } } as ChangeEvent<HTMLInputElement>)
  }
  const limites = slotProps?.input as { min?: string; max?: string } | undefined
  return (
    <OutlinedInput
      {...resto}
      value={texto}
      placeholder="dd/mm/aaaa"
      onChange={({ target }) => mudar(target.value.length > texto.length ? comBarras(target.value) : target.value)}
      onBlur={(evento) => {
        if (lerDia(texto)) setTexto(emTexto(lerDia(texto)))
        onBlur?.(evento)
      }}
      slotProps={{ input: { inputMode: 'numeric', ...slotProps?.input } }}
      endAdornment={
        <InputAdornment position="end">
          <input
            ref={calendario}
            type="date"
            tabIndex={-1}
            aria-hidden
            value={lerDia(texto) ?? ''}
            min={limites?.min}
            max={limites?.max}
            onChange={({ target }) => mudar(target.value ? dia(target.value) : '')}
            style={{ width: 0, padding: 0, border: 0, opacity: 0, pointerEvents: 'none' }}
          />
          <IconButton
            size="small"
            aria-label="Abrir calendário"
            disabled={resto.disabled ?? false}
            onClick={() => calendario.current?.showPicker()}
            sx={{ mr: -2 }}
          >
            <CalendarTodayOutlined sx={{ fontSize: 20 }} />
          </IconButton>
        </InputAdornment>
      }
    />
  )
}
