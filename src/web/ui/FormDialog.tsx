import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { confirmar } from './confirmar.tsx'
import { Dialog } from './Dialog.tsx'
import { mostrarRecusa } from './mostrarRecusa.ts'
import { useAvisoAoSair } from './useSaida.ts'

interface Props<V extends FieldValues> {
  titulo: string
  /** A filled verb: "Salvar cliente", never "OK". */
  acao: string
  valores: DefaultValues<V>
  /** Throws what the server refused: its sentences land on the fields, or above the buttons. */
  aoSalvar: (valores: V) => Promise<unknown>
  aoFechar: () => void
  children: (form: UseFormReturn<V>) => ReactNode
  perigo?: boolean
  largura?: number
  cancelar?: string
  /** Leaving with something typed asks first; not where it is only a password. */
  confirmarDescarte?: boolean
  /** Something was chosen that is none of its fields: a file. */
  escolhido?: boolean
}

/** A form in a dialog: what was typed survives every refusal, and leaving with changes asks first. */
export function FormDialog<V extends FieldValues>(props: Props<V>) {
  const {
    titulo,
    acao,
    valores,
    aoSalvar,
    aoFechar,
    children,
    perigo = false,
    largura = 480,
    cancelar = 'Cancelar',
    confirmarDescarte = true,
    escolhido = false,
  } = props
  const form = useForm<V>({ defaultValues: valores, mode: 'onTouched' })
  const { isSubmitting, isDirty, errors } = form.formState

  const perderia = (isDirty || escolhido) && confirmarDescarte
  useAvisoAoSair(perderia)
  const fechar = async () => {
    if (isSubmitting) return
    if (perderia && !(await confirmar(DESCARTAR))) return
    aoFechar()
  }
  // Nothing is typed into what is on its way: it would go with the dialog.
  const [indo, setIndo] = useState(false)
  const salvar = form.handleSubmit(async (dados) => {
    setIndo(true)
    try {
      await aoSalvar(dados)
      setIndo(false)
    } catch (erro) {
      flushSync(() => setIndo(false))
      mostrarRecusa(form, erro)
    }
  })
  const recusa = errors.root?.servidor?.message

  return (
    <Dialog
      titulo={titulo}
      largura={largura}
      enviando={indo}
      aoFechar={() => void fechar()}
      aoEnviar={(evento) => void salvar(evento)}
      recusa={recusa && <Alert tom="error">{recusa}</Alert>}
      acoes={
        <>
          <Button onClick={() => void fechar()}>{cancelar}</Button>
          <Button type="submit" variant="contained" danger={perigo} loading={isSubmitting}>
            {acao}
          </Button>
        </>
      }
    >
      <div className="fields">{children(form)}</div>
    </Dialog>
  )
}

const DESCARTAR = {
  titulo: 'Descartar o que você escreveu?',
  texto: 'O formulário tem mudanças que ainda não foram salvas.',
  acao: 'Descartar',
  cancelar: 'Continuar editando',
  perigo: true,
}
