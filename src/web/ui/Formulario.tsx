import { type ReactNode, useEffect } from 'react'
import { type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import { Alert } from './Alert.tsx'
import { avisar } from './avisar.tsx'
import { Button } from './Button.tsx'
import { comecarDeNovo } from './comecarDeNovo.ts'
import { mostrarRecusa } from './mostrarRecusa.ts'
import { useFalhaDepois } from './useFalhaDepois.ts'
import { useSaida } from './useSaida.ts'

export interface FormularioProps<V extends FieldValues> {
  titulo: string
  texto: ReactNode
  /** Its name, read aloud, where it is not the title. */
  nome?: string
  /** How far its parts stand from each other. */
  className?: string
  valores: V
  /** Saves, and returns the sentence for the toast; undefined where the person cancelled. */
  aoGravar: (valores: V) => Promise<string | undefined>
  acao?: string
  children: (form: UseFormReturn<V>) => ReactNode
}

/** One part of the settings, written by itself: what was typed survives a refusal and a save, and leaving with changes asks first. */
export function Formulario<V extends FieldValues>(props: FormularioProps<V>) {
  const { titulo, texto, nome = titulo, className = 'gap-12', valores, aoGravar, acao = 'Salvar', children } = props
  const form = useForm<V>({ values: valores, resetOptions: { keepDirtyValues: true }, mode: 'onTouched' })
  const { isDirty, isSubmitting, errors } = form.formState
  const falhaDepois = useFalhaDepois()
  useSaida(isDirty, `${nome}: as mudanças ainda não foram salvas.`)
  const gravar = form.handleSubmit(async (dados) => {
    try {
      const dito = await aoGravar(dados)
      if (dito === undefined) return
      form.resetDefaultValues(dados) // what was typed meanwhile stays, as a change
      avisar(dito)
    } catch (erro) {
      mostrarRecusa(form, erro)
      falhaDepois(erro, nome)
    }
  })
  // A refusal that belongs to no field stands until something is changed.
  const { clearErrors, subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: () => clearErrors('root') }),
    [subscribe, clearErrors],
  )
  const recusa = errors.root?.servidor?.message
  return (
    <form className={`cartao folgado stack ${className}`} aria-label={nome} noValidate onSubmit={(e) => void gravar(e)}>
      <div>
        <h2 className="titulo">{titulo}</h2>
        <p className="cinza">{texto}</p>
      </div>
      {children(form)}
      {recusa && <Alert tom="error">{recusa}</Alert>}
      <div className="flex to-end gap-8">
        <Button disabled={!isDirty || isSubmitting} onClick={() => comecarDeNovo(form, valores)}>
          Descartar
        </Button>
        <Button type="submit" variant="contained" disabled={!isDirty} loading={isSubmitting}>
          {acao}
        </Button>
      </div>
    </form>
  )
}
