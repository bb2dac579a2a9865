import { MINIMO_DA_SENHA, SENHA_CURTA } from '#domain/senha.ts'
import { callApi } from '#web/api/callApi.ts'
import { encerrarSessao } from '#web/api/sessao.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { FormTextField } from '#web/ui/formFields.tsx'

/** Changes one's own password. The server then ends all sessions of the person, this one too, so sign-in follows. */
export function TrocarSenhaDialog({ aoFechar }: { aoFechar: () => void }) {
  return (
    <FormDialog
      titulo="Trocar senha"
      acao="Trocar senha"
      valores={{ password_atual: '', password: '', password_confirmation: '' }}
      aoFechar={aoFechar}
      aoSalvar={async (valores) => {
        await callApi('PUT /api/me/senha', { body: valores })
        aoFechar()
        encerrarSessao('Senha trocada. Entre de novo com a senha nova.')
      }}
    >
      {({ control, getValues }) => (
        <>
          <FormTextField
            control={control}
            nome="password_atual"
            rotulo="Senha atual"
            type="password"
            autoFocus
            autoComplete="current-password"
            regras={{ required: 'Informe a senha atual.' }}
          />
          <FormTextField
            control={control}
            nome="password"
            rotulo="Senha nova"
            type="password"
            autoComplete="new-password"
            ajuda={`Ao menos ${MINIMO_DA_SENHA} caracteres, e que não seja das mais comuns.`}
            regras={{
              required: 'Informe a senha nova.',
              minLength: { value: MINIMO_DA_SENHA, message: SENHA_CURTA },
            }}
          />
          <FormTextField
            control={control}
            nome="password_confirmation"
            rotulo="Repita a senha nova"
            type="password"
            autoComplete="new-password"
            regras={{ validate: (valor) => valor === getValues('password') || 'As duas senhas novas não são iguais.' }}
          />
        </>
      )}
    </FormDialog>
  )
}
