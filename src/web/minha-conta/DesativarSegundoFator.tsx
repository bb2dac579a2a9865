import { callApi } from '#web/api/callApi.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { FormTextField } from '#web/ui/formFields.tsx'

/** Asks for password and code: someone who found the session open has neither. */
export function DesativarSegundoFator({ aoDesativar, aoFechar }: { aoDesativar: () => void; aoFechar: () => void }) {
  return (
    <FormDialog
      titulo="Desativar segundo fator"
      acao="Desativar"
      perigo
      valores={{ password: '', codigo: '' }}
      confirmarDescarte={false}
      aoFechar={aoFechar}
      aoSalvar={async (body) => {
        await callApi('DELETE /api/me/segundo-fator', { body })
        aoDesativar()
      }}
    >
      {({ control }) => (
        <>
          <p className="cinza">Só a senha bastará para entrar, e os códigos de recuperação deixam de valer.</p>
          <FormTextField
            control={control}
            nome="password"
            rotulo="Senha"
            type="password"
            data-autofocus
            autoComplete="current-password"
            regras={{ required: 'Informe a senha.' }}
          />
          <FormTextField
            control={control}
            nome="codigo"
            rotulo="Código do aplicativo, ou de recuperação"
            autoComplete="one-time-code"
            regras={{ required: 'Informe o código.' }}
          />
        </>
      )}
    </FormDialog>
  )
}
