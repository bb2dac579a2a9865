import type { ReactNode } from 'react'
import type { Control, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { Button } from './Button.tsx'
import { FormDialog } from './FormDialog.tsx'
import { FormTextField } from './formFields.tsx'

const regraMotivo = (texto: string) => texto.trim().length >= 3 || 'Escreva o motivo com ao menos 3 caracteres.'

interface Campo<V extends FieldValues> {
  form: Pick<UseFormReturn<V>, 'control' | 'setValue'>
  /** The usual reasons, a touch each; their text may be changed. */
  sugestoes?: readonly string[]
}

/** The field `motivo` of any form, as the log will keep it. */
export function CampoMotivo<V extends FieldValues & { motivo: string }>({ form, sugestoes = [] }: Campo<V>) {
  const nome = 'motivo' as Path<V>
  return (
    <>
      {sugestoes.length > 0 && (
        <fieldset className="motivos-comuns">
          <legend className="so-leitor">Motivos comuns</legend>
          {sugestoes.map((sugestao) => (
            <Button
              key={sugestao}
              size="small"
              variant="outlined"
              onClick={({ currentTarget }) => {
                form.setValue(nome, sugestao as PathValue<V, Path<V>>, { shouldDirty: true, shouldValidate: true })
                // Only submitting is left: Enter does it.
                currentTarget.form?.querySelector<HTMLElement>('button[type=submit]')?.focus()
              }}
            >
              {sugestao}
            </Button>
          ))}
        </fieldset>
      )}
      <FormTextField
        control={form.control as Control<V>}
        nome={nome}
        rotulo="Motivo"
        linhas={2}
        data-autofocus
        maxLength={500}
        regras={{ validate: regraMotivo }}
      />
    </>
  )
}

interface Props {
  /** Names the thing: "Cancelar o acordo 12?". */
  titulo: string
  /** The consequence. */
  children: ReactNode
  /** A verb: "Cancelar acordo". */
  acao: string
  aoConfirmar: (motivo: string) => Promise<unknown>
  aoFechar: () => void
}

/** Confirms what cannot be undone: states the consequence, asks for the reason, and acts. */
export function MotivoDialog({ titulo, children, acao, aoConfirmar, aoFechar }: Props) {
  return (
    <FormDialog
      titulo={titulo}
      acao={acao}
      cancelar="Voltar"
      perigo
      valores={{ motivo: '' }}
      aoFechar={aoFechar}
      aoSalvar={async ({ motivo }) => {
        await aoConfirmar(motivo)
        aoFechar()
      }}
    >
      {(form) => (
        <>
          <div className="cinza">{children}</div>
          <CampoMotivo form={form} />
        </>
      )}
    </FormDialog>
  )
}
