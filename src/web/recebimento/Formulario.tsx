import { type ReactNode, useEffect } from 'react'
import { type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { Entrada } from '#web/api/contrato.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { mostrarRecusa } from '#web/ui/mostrarRecusa.ts'
import { useSaida } from '#web/ui/useSaida.ts'
import { useGravar } from './useGravar.ts'

interface Props<V extends FieldValues> {
  titulo: string
  texto: ReactNode
  valores: V
  /** What is written, as the server takes it. */
  corpo: (valores: V) => Entrada<'PUT /api/admin/configuracoes/recebimento'>['body']
  gravado: string
  children: (form: UseFormReturn<V>) => ReactNode
}

/** One part of the settings, written by itself: what was typed survives a refusal, and leaving with changes asks first. */
export function Formulario<V extends FieldValues>({ titulo, texto, valores, corpo, gravado, children }: Props<V>) {
  const gravar = useGravar()
  const form = useForm<V>({ values: valores, resetOptions: { keepDirtyValues: true }, mode: 'onTouched' })
  const { isDirty, isSubmitting, errors } = form.formState
  useSaida(isDirty, `${titulo}: as mudanças ainda não foram salvas.`)
  const salvar = form.handleSubmit(async (dados) => {
    try {
      await gravar.mutateAsync(corpo(dados))
      form.reset(dados)
      avisar(gravado)
    } catch (erro) {
      mostrarRecusa(form, erro)
    }
  })
  // A refusal that no field explains stands until something is changed.
  const { clearErrors, subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: () => clearErrors('root') }),
    [subscribe, clearErrors],
  )
  const recusa = errors.root?.servidor?.message
  return (
    <form className="cartao folgado recebimento-parte" aria-label={titulo} noValidate onSubmit={(e) => void salvar(e)}>
      <div>
        <h2 className="titulo">{titulo}</h2>
        <p className="cinza">{texto}</p>
      </div>
      {children(form)}
      {recusa && <Alert tom="error">{recusa}</Alert>}
      <div className="flex to-end gap-8">
        <Button disabled={!isDirty || isSubmitting} onClick={() => form.reset(valores)}>
          Descartar
        </Button>
        <Button type="submit" variant="contained" disabled={!isDirty} loading={isSubmitting}>
          Salvar
        </Button>
      </div>
    </form>
  )
}
