import type { Administrador } from '#contract/administradores.ts'
import { CamposDaPessoa, CamposDaSenha } from '#web/operadores/CamposDaPessoa.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { useAcoesAdministradores } from './administradores.api.ts'

interface Props {
  um?: Pick<Administrador, 'id' | 'name' | 'email'>
  aoFechar: () => void
}

/** A new administrator with a first password, or the name and e-mail of an existing one. */
export function AdministradorDialog({ um, aoFechar }: Props) {
  const { criar, mudar } = useAcoesAdministradores()
  return (
    <FormDialog
      titulo={um ? `Editar ${um.name}` : 'Novo administrador'}
      acao={um ? 'Salvar administrador' : 'Criar administrador'}
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

/** A new password ends every session of that administrator at once. */
export function SenhaDoAdministrador({ um, aoFechar }: Required<Props>) {
  const { mudar } = useAcoesAdministradores()
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
