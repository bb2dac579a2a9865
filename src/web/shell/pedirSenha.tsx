import { aoPedirSenha } from '#web/api/confirmacao.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'

const ConfirmarSenhaDialog = onDemand(() => import('./ConfirmarSenhaDialog.tsx'), 'ConfirmarSenhaDialog')

/** Any dangerous call asks for the password in this dialog, over the screen, and then goes on. */
aoPedirSenha(async () => {
  const certa = await abrir<boolean>((fechar) => (
    <ConfirmarSenhaDialog aoConfirmar={() => fechar(true)} aoFechar={() => fechar()} />
  ))
  return certa ?? false
})
