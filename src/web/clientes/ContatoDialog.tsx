import type { Cliente } from '#contract/clientes.ts'
import { NOMES_DAS_UFS, UFS } from '#domain/uf.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { telefone as emTelefone } from '#web/ui/formatos.ts'
import { FormSelect, FormTextField } from '#web/ui/formFields.tsx'
import { soOMudado } from '#web/ui/seguir.ts'
import { useAcoesCliente } from './clientes.api.ts'

const ESTADOS = UFS.map((uf) => ({ valor: uf, rotulo: `${uf} – ${NOMES_DAS_UFS[uf]}` }))

const corpo = ({ nome, telefone, email, uf, municipio }: Record<keyof Contato, string>): Contato => ({
  nome,
  telefone: telefone.trim() || null,
  email: email.trim() || null,
  uf: (uf || null) as Cliente['uf'],
  municipio: municipio.trim() || null,
})
type Contato = Pick<Cliente, 'nome' | 'telefone' | 'email' | 'uf' | 'municipio'>

/** Edits a customer's name, phone and e-mail, and the state and city that decide the hours of contact. */
export function ContatoDialog({ cliente, aoFechar }: { cliente: Cliente; aoFechar: () => void }) {
  const { mudarContato } = useAcoesCliente(cliente.id)
  const valores = {
    nome: cliente.nome,
    telefone: cliente.telefone ? emTelefone(cliente.telefone) : '',
    email: cliente.email ?? '',
    uf: cliente.uf ?? '',
    municipio: cliente.municipio ?? '',
  }
  return (
    <FormDialog
      titulo="Editar contato"
      acao="Salvar contato"
      valores={valores}
      aoFechar={aoFechar}
      aoSalvar={async (dados) => {
        await mudarContato.mutateAsync(soOMudado(corpo(valores), corpo(dados)))
        aoFechar()
        avisar('Contato salvo.')
      }}
    >
      {({ control }) => (
        <>
          <FormTextField
            control={control}
            nome="nome"
            rotulo="Nome"
            data-autofocus
            maxLength={200}
            regras={{ required: 'Informe o nome.' }}
          />
          <FormTextField
            control={control}
            nome="telefone"
            rotulo="Telefone"
            opcional
            type="tel"
            ajuda="Celular com DDD: (19) 98812-4470"
            maxLength={40}
          />
          <FormTextField control={control} nome="email" rotulo="E-mail" opcional type="email" maxLength={254} />
          <div className="row gap-12">
            <FormSelect control={control} nome="uf" rotulo="Estado" vazio="O do DDD" opcoes={ESTADOS} />
            <FormTextField control={control} nome="municipio" rotulo="Município" opcional maxLength={100} />
          </div>
        </>
      )}
    </FormDialog>
  )
}
