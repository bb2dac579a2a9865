import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ErroDaApi, fraseDe } from '#web/api/erro.ts'

type Form<V extends FieldValues> = Pick<UseFormReturn<V>, 'getValues' | 'setError'>

/** The server's sentences go to the fields they name (`pix.chave` too); one without a known field goes above the buttons. */
export function mostrarRecusa<V extends FieldValues>(form: Form<V>, erro: unknown) {
  const campos = erro instanceof ErroDaApi ? Object.entries(erro.campos) : []
  const conhecidos = campos.filter(([campo]) => ehCampo(form.getValues(), campo))
  for (const [i, [campo, [frase]]] of conhecidos.entries()) {
    form.setError(campo as FieldPath<V>, { message: frase ?? 'Valor inválido.' }, { shouldFocus: i === 0 })
  }
  if (conhecidos.length > 0) return
  const [frase] = campos[0]?.[1] ?? []
  form.setError('root.servidor', { message: frase ?? fraseDe(erro) })
}

/** A field of the form, and no group of fields: a group shows nothing. */
function ehCampo(valores: object, campo: string): boolean {
  const achado = campo
    .split('.')
    .reduce<unknown>((onde, parte) => (onde as Record<string, unknown> | undefined)?.[parte], valores)
  return achado !== undefined && (achado === null || typeof achado !== 'object')
}
