import type { Cliente } from '#contract/clientes.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { telefone } from '#web/ui/formatos.ts'
import { CampoMotivo } from '#web/ui/MotivoDialog.tsx'
import { useAcoesCliente } from './clientes.api.ts'

const MOTIVOS = ['Confirmado por ligação', 'Confirmado em outro canal', 'Quem respondeu se enganou']

/** The phone is the customer's after all: asks how one knows. */
export function ConfirmarPessoaDialog({ cliente, aoFechar }: { cliente: Cliente; aoFechar: () => void }) {
  const { confirmarPessoa } = useAcoesCliente(cliente.id)
  return (
    <FormDialog<{ motivo: string }>
      titulo="Confirmar telefone"
      acao="Confirmar telefone"
      valores={{ motivo: '' }}
      aoFechar={aoFechar}
      aoSalvar={async ({ motivo }) => {
        await confirmarPessoa.mutateAsync(motivo)
        aoFechar()
        avisar('Telefone confirmado: as mensagens já podem sair.')
      }}
    >
      {(form) => (
        <>
          <p className="cinza">
            {telefone(cliente.telefone)} é de {cliente.nome}, e as mensagens podem sair para ele sem perguntar mais. Se
            o número mudou, edite o contato.
          </p>
          <CampoMotivo form={form} sugestoes={MOTIVOS} />
        </>
      )}
    </FormDialog>
  )
}
