import Box from '@mui/material/Box'
import type { Negociacao } from '#contract/negociacoes.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { CampoTexto } from '#web/ui/campos.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { cancelarAcordo } from './negociacoes.api.ts'

/** Brings the original accounts back; says so, and asks why. */
export function CancelarAcordoDialog({
  acordo,
  clienteId,
  aoFechar,
}: {
  acordo: Negociacao
  clienteId: number
  aoFechar: () => void
}) {
  return (
    <FormDialog
      titulo={`Cancelar o acordo ${acordo.id}?`}
      acao="Cancelar acordo"
      cancelar="Voltar"
      perigo
      valores={{ motivo: '' }}
      aoFechar={aoFechar}
      aoSalvar={async ({ motivo }) => {
        await cancelarAcordo(clienteId, acordo.id, motivo)
        aoFechar()
        avisar('Acordo cancelado: as contas originais voltaram.')
      }}
    >
      {({ control }) => (
        <>
          <Box sx={{ color: 'text.secondary', mb: 2 }}>
            As parcelas em aberto saem e as contas originais voltam. O que já foi pago abate as mais antigas.
          </Box>
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
        </>
      )}
    </FormDialog>
  )
}
