import { useRef } from 'react'
import { type Control, Controller, type FieldPath, type FieldValues, type RegisterOptions } from 'react-hook-form'
import { DateField, type DateFieldProps, DIA_QUE_NAO_HA } from './DateField.tsx'
import { Select, type SelectProps, TextField, type TextFieldProps } from './Field.tsx'
import { MoneyField } from './MoneyField.tsx'

type OfForm<V extends FieldValues> = {
  control: Control<V>
  nome: FieldPath<V>
  regras?: Omit<RegisterOptions<V, FieldPath<V>>, 'valueAsNumber' | 'valueAsDate' | 'setValueAs' | 'disabled'>
}
type Text = Omit<TextFieldProps, 'value' | 'onChange' | 'name'>

const ofForm =
  (Typed: typeof TextField) =>
  <V extends FieldValues>({ control, nome, regras, ...resto }: OfForm<V> & Text) => (
    <Controller
      control={control}
      name={nome}
      {...(regras && { rules: regras })}
      render={({ field, fieldState }) => (
        <Typed {...resto} {...field} value={field.value ?? ''} erro={fieldState.error?.message} />
      )}
    />
  )

/** `<FormTextField control={control} nome="motivo" rotulo="Motivo" regras={{ required: 'Diga o motivo.' }} />` */
export const FormTextField = ofForm(TextField)
export const FormMoneyField = ofForm(MoneyField)

type Day = Omit<DateFieldProps, 'value' | 'aoMudar' | 'name'> & {
  /** The help text about the day typed. */
  aoLer?: (dia: string) => string
}
export function FormDateField<V extends FieldValues>({ control, nome, regras, aoLer, ...resto }: OfForm<V> & Day) {
  // To the form what is typed and is no day is nothing: it would take an optional day for one that was left out.
  const escrito = useRef('')
  const existe = (dia: unknown) => Boolean(dia) || escrito.current === '' || DIA_QUE_NAO_HA
  const { validate, ...outras } = regras ?? {}
  const validar = { existe, ...(typeof validate === 'function' ? { regra: validate } : validate) }
  return (
    <Controller
      control={control}
      name={nome}
      rules={{ ...outras, validate: validar }}
      render={({ field: { onChange, ...field }, fieldState }) => (
        <DateField
          {...resto}
          {...field}
          aoDigitar={(texto) => {
            escrito.current = texto.trim()
            if (!escrito.current) onChange('') // what was refused is gone
          }}
          {...(aoLer && field.value && { ajuda: aoLer(field.value) })}
          aoMudar={onChange}
          erro={fieldState.error?.message}
        />
      )}
    />
  )
}

export function FormSelect<V extends FieldValues>({
  control,
  nome,
  regras,
  ...resto
}: OfForm<V> & Omit<SelectProps, 'valor' | 'aoMudar' | 'nome'>) {
  return (
    <Controller
      control={control}
      name={nome}
      {...(regras && { rules: regras })}
      render={({ field, fieldState }) => (
        <Select {...resto} valor={field.value ?? ''} aoMudar={field.onChange} erro={fieldState.error?.message} />
      )}
    />
  )
}
