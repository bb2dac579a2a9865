import { callApi } from '#web/api/callApi.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { FormTextField } from '#web/ui/formFields.tsx'

/** Asks for the password again before something dangerous: someone else at an unattended desk does not know it. */
export function ConfirmarSenhaDialog({ aoConfirmar, aoFechar }: { aoConfirmar: () => void; aoFechar: () => void }) {
  return (
    <FormDialog
      titulo="Confirme a sua senha"
      acao="Confirmar"
      largura={400}
      valores={{ password: '' }}
      confirmarDescarte={false}
      aoFechar={aoFechar}
      aoSalvar={async (body) => {
        await callApi('POST /api/me/confirmar', { body })
        aoConfirmar()
      }}
    >
      {({ control }) => (
        <>
          <p className="cinza">O que você pediu é sensível. Depois disto, não perguntamos de novo por 15 minutos.</p>
          <FormTextField
            control={control}
            nome="password"
            rotulo="Senha"
            type="password"
            data-autofocus
            autoComplete="current-password"
            regras={{ required: 'Informe a senha.' }}
          />
        </>
      )}
    </FormDialog>
  )
}
