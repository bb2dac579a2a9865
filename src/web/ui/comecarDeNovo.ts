import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Resets a form to these values, even one that keeps dirty fields when the server's values change. */
export const comecarDeNovo = <V extends FieldValues>(form: Pick<UseFormReturn<V>, 'reset'>, valores: V) =>
  form.reset(valores, { keepDirtyValues: false })
