import { type Control, Controller, type FieldPath, type FieldValues, type RegisterOptions } from 'react-hook-form'
import { DateField, type DateFieldProps } from './DateField.tsx'
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
  return (
    <Controller
      control={control}
      name={nome}
      {...(regras && { rules: regras })}
      render={({ field: { onChange, ...field }, fieldState }) => (
        <DateField
          {...resto}
          {...field}
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
