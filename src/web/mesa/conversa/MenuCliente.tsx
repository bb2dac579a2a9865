import type { ClienteDetalhado } from '#contract/ficha.ts'
import { contestavel, prometivel } from '#domain/conta.ts'
import { anotar } from '#web/anotacoes/dialogos.tsx'
import { podePausar } from '#web/clientes/clientes.api.ts'
import { editarContato, pausar } from '#web/clientes/dialogos.tsx'
import { novaConta } from '#web/contas-receber/dialogos.tsx'
import { contestar } from '#web/contestacoes/dialogos.tsx'
import { prometer } from '#web/promessas/dialogos.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { MoreVertOutlined } from '#web/ui/icons/MoreVertOutlined.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'

/** What may be done to a customer beside talking and negotiating. */
export function MenuCliente({ cliente }: { cliente: ClienteDetalhado }) {
  const trigger = (
    <IconButton aria-label="Mais ações do cliente">
      <MoreVertOutlined />
    </IconButton>
  )
  return (
    <Menu trigger={trigger} rotulo="Mais ações do cliente">
      {cliente.contas.some(contestavel) && (
        <>
          {cliente.contas.some(prometivel) && (
            <MenuItem onClick={() => void prometer(cliente)}>Registrar promessa</MenuItem>
          )}
          <MenuItem onClick={() => void contestar(cliente)}>Abrir contestação</MenuItem>
        </>
      )}
      {podePausar(cliente) && <MenuItem onClick={() => void pausar(cliente)}>Pausar cobrança</MenuItem>}
      <MenuItem onClick={() => void anotar(cliente)}>Anotar</MenuItem>
      <MenuItem onClick={() => void editarContato(cliente)}>Editar contato</MenuItem>
      <MenuItem onClick={() => void novaConta(cliente)}>Nova conta</MenuItem>
    </Menu>
  )
}
