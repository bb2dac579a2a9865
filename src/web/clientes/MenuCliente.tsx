import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { ClienteDetalhado } from '#contract/clientes.ts'
import { fraseDe } from '#web/api/erro.ts'
import { novaConta } from '#web/contas-receber/dialogos.tsx'
import { avisar } from '#web/ui/avisos.tsx'
import { MoreVertOutlined } from '#web/ui/icons/MoreVertOutlined.tsx'
import { podePausar, podeReativar, useAcoesCliente } from './clientes.api.ts'
import { editarContato, pausar } from './dialogos.tsx'

/** What may be done to a customer beside talking and negotiating. */
export function MenuCliente({ cliente }: { cliente: ClienteDetalhado }) {
  const [ancora, setAncora] = useState<HTMLElement | null>(null)
  const { reativar } = useAcoesCliente(cliente.id)
  const itens = [
    podePausar(cliente) && { rotulo: 'Pausar cobrança', fazer: () => void pausar(cliente) },
    podeReativar(cliente) && {
      rotulo: cliente.status === 'pausado' ? 'Reativar cobrança' : 'Devolver à cobrança',
      fazer: () => reativar.mutate(undefined, { onError: (erro) => avisar(fraseDe(erro)) }),
    },
    { rotulo: 'Editar contato', fazer: () => void editarContato(cliente) },
    {
      rotulo: 'Nova conta',
      fazer: () => void novaConta(cliente),
    },
  ].filter((item) => item !== false)
  return (
    <>
      <IconButton
        aria-label="Mais ações do cliente"
        aria-haspopup="menu"
        onClick={(evento) => setAncora(evento.currentTarget)}
      >
        <MoreVertOutlined />
      </IconButton>
      {ancora && (
        <Menu anchorEl={ancora} open onClose={() => setAncora(null)}>
          {itens.map((item) => (
            <MenuItem
              key={item.rotulo}
              onClick={() => {
                setAncora(null)
                item.fazer()
              }}
            >
              {item.rotulo}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
