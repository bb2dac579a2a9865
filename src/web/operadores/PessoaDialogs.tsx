import { avisar } from '#web/ui/avisar.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { CamposDaPessoa, CamposDaSenha } from './CamposDaPessoa.tsx'
import { cadastrarPessoa, mudarPessoa, type Papel, type Pessoa } from './pessoa.api.ts'

interface Props {
  papel: Papel
  um?: Pessoa | undefined
  aoFechar: () => void
}

/** A new person with a first password, or the name and e-mail of an existing one. */
export const PessoaDialog = ({ papel, um, aoFechar }: Props) => (
  <FormDialog
    titulo={um ? `Editar ${um.name}` : `Novo ${papel}`}
    acao={um ? `Salvar ${papel}` : `Criar ${papel}`}
    valores={{ name: um?.name ?? '', email: um?.email ?? '', password: '', password_confirmation: '' }}
    aoFechar={aoFechar}
    aoSalvar={async ({ name, email, ...senhas }) => {
      if (um) await mudarPessoa(papel, um.id, { name, email })
      else await cadastrarPessoa(papel, { name, email, ...senhas })
      avisar(um ? `Dados de ${name} salvos.` : `${name} já pode entrar.`)
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

/** A new password ends every session of that person at once. */
export const SenhaDialog = ({ papel, um, aoFechar }: Props & { um: Pessoa }) => (
  <FormDialog
    titulo={`Trocar a senha de ${um.name}`}
    acao="Trocar a senha"
    valores={{ password: '', password_confirmation: '' }}
    aoFechar={aoFechar}
    aoSalvar={async (senhas) => {
      await mudarPessoa(papel, um.id, senhas)
      avisar(`A senha de ${um.name} mudou e as sessões abertas terminaram.`)
      aoFechar()
    }}
  >
    {(form) => <CamposDaSenha form={form} nova />}
  </FormDialog>
)
