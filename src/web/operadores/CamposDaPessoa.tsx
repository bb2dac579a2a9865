import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { MINIMO_DA_SENHA, SENHA_CURTA } from '#domain/senha.ts'
import { FormTextField } from '#web/ui/formFields.tsx'

const MINIMO = { value: MINIMO_DA_SENHA, message: SENHA_CURTA }
const FORMA_DO_EMAIL = { value: /^\S+@\S+\.\S+$/, message: 'Informe um e-mail válido, como nome@empresa.com.br.' }

interface Props<V extends FieldValues> {
  form: UseFormReturn<V>
}
const campo = <V extends FieldValues>(nome: string) => nome as FieldPath<V>

export const CamposDaPessoa = <V extends { name: string; email: string }>({ form: { control } }: Props<V>) => (
  <>
    <FormTextField
      control={control}
      nome={campo<V>('name')}
      rotulo="Nome"
      data-autofocus
      regras={{ required: 'Informe o nome.' }}
    />
    <FormTextField
      control={control}
      nome={campo<V>('email')}
      rotulo="E-mail"
      type="email"
      regras={{ required: 'Informe o e-mail.', pattern: FORMA_DO_EMAIL }}
    />
  </>
)

/** A password for somebody else, typed twice; `nova`: it replaces another, and is the only field group. */
export const CamposDaSenha = <V extends { password: string; password_confirmation: string }>({
  form: { control, getValues },
  nova = false,
}: Props<V> & { nova?: boolean }) => (
  <>
    <FormTextField
      control={control}
      nome={campo<V>('password')}
      rotulo={nova ? 'Senha nova' : 'Senha'}
      data-autofocus={nova || undefined}
      type="password"
      autoComplete="new-password"
      ajuda={`Ao menos ${MINIMO_DA_SENHA} caracteres, e que não seja das mais comuns.`}
      regras={{ required: 'Informe a senha.', minLength: MINIMO }}
    />
    <FormTextField
      control={control}
      nome={campo<V>('password_confirmation')}
      rotulo={nova ? 'Repita a senha nova' : 'Repita a senha'}
      type="password"
      autoComplete="new-password"
      regras={{
        required: 'Repita a senha.',
        validate: (repetida) => repetida === getValues(campo<V>('password')) || 'As duas senhas não são iguais.',
      }}
    />
  </>
)
