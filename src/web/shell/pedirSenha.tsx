import { aoPedirSenha } from '#web/api/confirmacao.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'

const ConfirmarSenhaDialog = onDemand(() => import('./ConfirmarSenhaDialog.tsx'), 'ConfirmarSenhaDialog')

/** Whatever call is dangerous asks here, over what is being done, which then goes on. */
aoPedirSenha(async () => {
  const certa = await abrir<boolean>((fechar) => (
    <ConfirmarSenhaDialog aoConfirmar={() => fechar(true)} aoFechar={() => fechar()} />
  ))
  return certa ?? false
})
