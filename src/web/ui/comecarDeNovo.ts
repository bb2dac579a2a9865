import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Of a form that keeps what is typed while its values come anew: from here on, these are its values. */
export const comecarDeNovo = <V extends FieldValues>(form: Pick<UseFormReturn<V>, 'reset'>, valores: V) =>
  form.reset(valores, { keepDirtyValues: false })
