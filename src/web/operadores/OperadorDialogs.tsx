import { MINIMO_DA_SENHA, SENHA_CURTA } from '#domain/senha.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { FormTextField } from '#web/ui/formFields.tsx'
import { CamposDaPessoa, CamposDaSenha } from './CamposDaPessoa.tsx'
import { useAcoesOperadores } from './operadores.api.ts'

interface Existente {
  id: number
  name: string
  email: string
}
interface Props {
  um?: Existente
  aoFechar: () => void
}

const MINIMO = { value: MINIMO_DA_SENHA, message: SENHA_CURTA }
const igual = (repetida: string, senha: string) => repetida === senha || 'As duas senhas não são iguais.'

/** A new operator with a first password, or the name and e-mail of an existing one. */
export function OperadorDialog({ um, aoFechar }: Props) {
  const { criar, mudar } = useAcoesOperadores()
  return (
    <FormDialog
      titulo={um ? `Editar ${um.name}` : 'Novo operador'}
      acao={um ? 'Salvar operador' : 'Criar operador'}
      valores={{ name: um?.name ?? '', email: um?.email ?? '', password: '', password_confirmation: '' }}
      aoFechar={aoFechar}
      aoSalvar={async ({ name, email, ...senhas }) => {
        if (um) await mudar.mutateAsync({ id: um.id, name, email })
        else await criar.mutateAsync({ name, email, ...senhas })
        avisar(um ? `${name} foi salvo.` : `${name} já pode entrar.`)
        aoFechar()
      }}
    >
      {(form) => (
        <>
          <CamposDaPessoa form={form} />
          {!um && <CamposDaSenha form={form} />}
        </>
      )}
    </FormDialog>
  )
}

/** A new password ends every session of that operator at once. */
export function SenhaDialog({ um, aoFechar }: Required<Props>) {
  const { mudar } = useAcoesOperadores()
  return (
    <FormDialog
      titulo={`Trocar a senha de ${um.name}`}
      acao="Trocar a senha"
      valores={{ password: '', password_confirmation: '' }}
      aoFechar={aoFechar}
      aoSalvar={async (senhas) => {
        await mudar.mutateAsync({ id: um.id, ...senhas })
        avisar(`A senha de ${um.name} mudou e as sessões abertas terminaram.`)
        aoFechar()
      }}
    >
      {({ control, getValues }) => (
        <>
          <FormTextField
            control={control}
            nome="password"
            rotulo="Senha nova"
            type="password"
            autoComplete="new-password"
            data-autofocus
            regras={{ required: 'Informe a senha.', minLength: MINIMO }}
          />
          <FormTextField
            control={control}
            nome="password_confirmation"
            rotulo="Repita a senha nova"
            type="password"
            autoComplete="new-password"
            regras={{ required: 'Repita a senha.', validate: (valor) => igual(valor, getValues('password')) }}
          />
        </>
      )}
    </FormDialog>
  )
}
