import type { Cliente } from '#contract/clientes.ts'
import { somarDias } from '#domain/data.ts'
import { hoje } from '#web/api/agora.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { CampoDia, CampoTexto } from '#web/ui/campos.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { dia } from '#web/ui/formatos.ts'
import { useAcoesCliente } from './clientes.api.ts'

/** Silence with a reason, until a day or until someone reactivates. */
export function PausarDialog({ cliente, aoFechar }: { cliente: Cliente; aoFechar: () => void }) {
  const { pausar } = useAcoesCliente(cliente.id)
  const amanha = somarDias(hoje(), 1)
  return (
    <FormDialog
      titulo={`Pausar a cobrança de ${cliente.nome}`}
      acao="Pausar cobrança"
      valores={{ motivo: '', ate: '' }}
      aoFechar={aoFechar}
      aoSalvar={async ({ motivo, ate }) => {
        await pausar.mutateAsync({ motivo, ate: ate || null })
        aoFechar()
        avisar(ate ? `Cobrança pausada até ${dia(ate)}.` : 'Cobrança pausada até alguém reativar.')
      }}
    >
      {({ control }) => (
        <>
          <CampoTexto
            control={control}
            nome="motivo"
            rotulo="Motivo"
            multiline
            minRows={2}
            autoFocus
            atributos={{ maxLength: 500 }}
            regras={{ validate: (texto) => texto.trim().length >= 3 || 'Escreva o motivo com ao menos 3 caracteres.' }}
          />
          <CampoDia
            control={control}
            nome="ate"
            rotulo="Volta à cobrança em"
            opcional
            ajuda="O primeiro dia em que a cobrança volta. Sem data, fica pausado até alguém reativar."
            atributos={{ min: amanha }}
            regras={{ validate: (ate) => !ate || ate >= amanha || 'Escolha um dia depois de hoje.' }}
          />
        </>
      )}
    </FormDialog>
  )
}
