import { useNavigate } from '@tanstack/react-router'
import { fraseDe } from '#web/api/erro.ts'
import { jaAssumido, useAcoesCliente } from '#web/clientes/clientes.api.ts'
import { avisar } from '#web/ui/avisar.tsx'

/** Takes a customer over and opens the desk on them; where a colleague was faster, the server's sentence says so. */
export function useAssumirEAbrir(id: number) {
  const navigate = useNavigate()
  const { assumir } = useAcoesCliente(id)
  return {
    pendente: assumir.isPending,
    fazer: () =>
      assumir.mutate(undefined, {
        onSuccess: () => void navigate({ to: '/operador/aguardando-atendimento', search: { cliente: String(id) } }),
        onError: (erro) => jaAssumido(erro) || avisar(fraseDe(erro)), // `useAcoesCliente` has told that already
      }),
  }
}
