import { type Control, Controller, type FieldPath, type FieldValues, type RegisterOptions } from 'react-hook-form'
import { Entrada, type EntradaProps, Escolha, type EscolhaProps } from './entradas.tsx'

type DeFormulario<V extends FieldValues> = {
  control: Control<V>
  nome: FieldPath<V>
  regras?: Omit<RegisterOptions<V, FieldPath<V>>, 'valueAsNumber' | 'valueAsDate' | 'setValueAs' | 'disabled'>
}

/** `<CampoTexto control={control} nome="motivo" rotulo="Motivo" regras={{ required: 'Diga o motivo.' }} />` */
export function CampoTexto<V extends FieldValues>({
  control,
  nome,
  regras,
  ...resto
}: DeFormulario<V> & Omit<EntradaProps, 'value' | 'onChange'>) {
  return (
    <Controller
      control={control}
      name={nome}
      {...(regras && { rules: regras })}
      render={({ field: { ref, ...field }, fieldState }) => (
        <Entrada {...resto} {...field} value={field.value ?? ''} inputRef={ref} erro={fieldState.error?.message} />
      )}
    />
  )
}

/** Money typed as people write it; the form holds the text, `lerDinheiro` reads it. */
export function CampoDinheiro<V extends FieldValues>(
  props: DeFormulario<V> & Omit<EntradaProps, 'value' | 'onChange'>,
) {
  return <CampoTexto prefixo="R$" placeholder="0,00" atributos={{ inputMode: 'decimal' }} {...props} />
}

export function CampoDia<V extends FieldValues>(props: DeFormulario<V> & Omit<EntradaProps, 'value' | 'onChange'>) {
  return <CampoTexto type="date" {...props} />
}

export function CampoEscolha<V extends FieldValues>({
  control,
  nome,
  regras,
  ...resto
}: DeFormulario<V> & Omit<EscolhaProps, 'valor' | 'aoMudar'>) {
  return (
    <Controller
      control={control}
      name={nome}
      {...(regras && { rules: regras })}
      render={({ field, fieldState }) => (
        <Escolha {...resto} valor={field.value ?? ''} aoMudar={field.onChange} erro={fieldState.error?.message} />
      )}
    />
  )
}
