import { useState } from 'react'
import { type Control, type FieldValues, useFormState } from 'react-hook-form'

/** A value as it was when the form left: news of what the form itself did may come before its answer. */
export function useAntesDeIr<T, V extends FieldValues>(atual: T, control: Control<V>): T {
  const { isSubmitting } = useFormState({ control })
  const [visto, setVisto] = useState(atual)
  if (isSubmitting) return visto
  if (visto !== atual) setVisto(atual)
  return atual
}
