import { avisar } from '#web/ui/avisar.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
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
      {(form) => <CamposDaSenha form={form} nova />}
    </FormDialog>
  )
}
