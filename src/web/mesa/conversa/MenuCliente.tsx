import type { ClienteDetalhado } from '#contract/clientes.ts'
import { fraseDe } from '#web/api/erro.ts'
import { podePausar, podeReativar, useAcoesCliente } from '#web/clientes/clientes.api.ts'
import { editarContato, pausar } from '#web/clientes/dialogos.tsx'
import { novaConta } from '#web/contas-receber/dialogos.tsx'
import { avisar } from '#web/ui/avisos.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { MoreVertOutlined } from '#web/ui/icons/MoreVertOutlined.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'

/** What may be done to a customer beside talking and negotiating. */
export function MenuCliente({ cliente }: { cliente: ClienteDetalhado }) {
  const { reativar } = useAcoesCliente(cliente.id)
  const trigger = (
    <IconButton aria-label="Mais ações do cliente">
      <MoreVertOutlined />
    </IconButton>
  )
  return (
    <Menu trigger={trigger} rotulo="Mais ações do cliente">
      {podePausar(cliente) && <MenuItem onClick={() => void pausar(cliente)}>Pausar cobrança</MenuItem>}
      {podeReativar(cliente) && (
        <MenuItem onClick={() => reativar.mutate(undefined, { onError: (erro) => avisar(fraseDe(erro)) })}>
          {cliente.status === 'pausado' ? 'Reativar cobrança' : 'Devolver à cobrança'}
        </MenuItem>
      )}
      <MenuItem onClick={() => void editarContato(cliente)}>Editar contato</MenuItem>
      <MenuItem onClick={() => void novaConta(cliente)}>Nova conta</MenuItem>
    </Menu>
  )
}
