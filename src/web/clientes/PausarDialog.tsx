import type { Cliente } from '#contract/clientes.ts'
import { somarDias } from '#domain/data.ts'
import { hoje } from '#web/api/agora.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { dia } from '#web/ui/formatos.ts'
import { FormDateField } from '#web/ui/formFields.tsx'
import { CampoMotivo } from '#web/ui/MotivoDialog.tsx'
import { useAcoesCliente } from './clientes.api.ts'

/** Not here: a day to pay is a promise, and a debt denied is a dispute. */
const MOTIVOS = ['Pediu um prazo', 'Problema de saúde', 'Férias coletivas', 'Negocia com a diretoria'] as const
const PRAZOS = [
  { rotulo: '3 dias', dias: 3 },
  { rotulo: '7 dias', dias: 7 },
  { rotulo: '15 dias', dias: 15 },
  { rotulo: '30 dias', dias: 30 },
] as const

/** Pauses collection with a reason, until a day or until someone reactivates it. */
export function PausarDialog({ cliente, aoFechar }: { cliente: Cliente; aoFechar: () => void }) {
  const { pausar, reativar } = useAcoesCliente(cliente.id)
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
        avisar(ate ? `Cobrança pausada até ${dia(ate)}.` : 'Cobrança pausada até alguém reativar.', {
          rotulo: 'Reativar',
          fazer: () => reativar.mutate(undefined),
          desfaz: true,
        })
      }}
    >
      {(form) => (
        <>
          <CampoMotivo form={form} sugestoes={MOTIVOS} />
          <fieldset className="motivos-comuns">
            <legend className="so-leitor">Prazos comuns</legend>
            {PRAZOS.map(({ rotulo, dias }) => (
              <Button
                key={rotulo}
                size="small"
                variant="outlined"
                onClick={() =>
                  form.setValue('ate', somarDias(hoje(), dias), { shouldDirty: true, shouldValidate: true })
                }
              >
                {rotulo}
              </Button>
            ))}
          </fieldset>
          <FormDateField
            control={form.control}
            nome="ate"
            rotulo="Volta à cobrança em"
            opcional
            ajuda="O primeiro dia em que a cobrança volta. Sem data, fica pausado até alguém reativar."
            min={amanha}
            regras={{ validate: (ate) => !ate || ate >= amanha || 'Escolha um dia depois de hoje.' }}
          />
        </>
      )}
    </FormDialog>
  )
}
