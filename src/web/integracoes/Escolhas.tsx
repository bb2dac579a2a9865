import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { Alert } from '#web/ui/Alert.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'

interface Props<V extends FieldValues> {
  form: UseFormReturn<V>
  nome: Path<V>
  legenda: string
  /** Each word of the API, with its label. */
  palavras: Record<string, string>
  exigencia: string
}

/** Checkboxes of which at least one must be chosen. */
export const Escolhas = <V extends FieldValues>({ form, nome, legenda, palavras, exigencia }: Props<V>) => (
  <Controller
    control={form.control}
    name={nome}
    rules={{ validate: (escolhidas: string[]) => escolhidas.length > 0 || exigencia }}
    render={({ field, fieldState }) => (
      // Refused, the focus goes to the first of them.
      <fieldset
        ref={(quadro) => field.ref(quadro && { focus: () => quadro.querySelector('input')?.focus() })}
        className="grid gap-4"
      >
        <legend className="menor cinza">{legenda}</legend>
        {Object.entries(palavras).map(([palavra, rotulo]) => (
          <Checkbox
            key={palavra}
            rotulo={rotulo}
            ajuda={palavra}
            checked={(field.value as string[]).includes(palavra)}
            onChange={({ target: { checked } }) =>
              field.onChange(
                checked ? [...field.value, palavra] : (field.value as string[]).filter((uma) => uma !== palavra),
              )
            }
          />
        ))}
        {fieldState.error?.message && <Alert tom="error">{fieldState.error.message}</Alert>}
      </fieldset>
    )}
  />
)
