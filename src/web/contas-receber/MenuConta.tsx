import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { Conta } from '#contract/contas-receber.ts'
import { MoreVertOutlined } from '#web/ui/icons/MoreVertOutlined.tsx'
import { cancelarConta, editarConta, pagar, verConta } from './dialogos.tsx'
import { nomeDaConta } from './palavras.ts'
import { emAberto } from './useSelecao.ts'

/** What may be done to an account, each thing only where the server would accept it. */
export function MenuConta({
  conta,
  aoVer = () => void verConta(conta.id),
  aoAbrirCliente,
}: {
  conta: Conta
  aoVer?: () => void
  aoAbrirCliente?: () => void
}) {
  const [ancora, setAncora] = useState<HTMLElement | null>(null)
  const aberta = emAberto(conta)
  const editavel = aberta && conta.valor_pago === 0 && conta.negociacao_id === null
  const itens = [
    aberta && { rotulo: 'Registrar pagamento', fazer: () => void pagar(conta) },
    { rotulo: conta.valor_pago > 0 ? 'Ver conta e estornar pagamento' : 'Ver conta', fazer: aoVer },
    editavel && {
      rotulo: 'Editar conta',
      fazer: () => void editarConta(conta),
    },
    editavel && {
      rotulo: 'Cancelar conta',
      fazer: () => void cancelarConta(conta),
    },
    aoAbrirCliente && { rotulo: 'Abrir cliente', fazer: aoAbrirCliente },
  ].filter((item) => item !== false && item !== undefined)
  return (
    <>
      <IconButton
        size="small"
        aria-label={`Mais ações de ${nomeDaConta(conta)}`}
        aria-haspopup="menu"
        onClick={(evento) => {
          evento.stopPropagation()
          setAncora(evento.currentTarget)
        }}
      >
        <MoreVertOutlined size={20} />
      </IconButton>
      {ancora && (
        <Menu anchorEl={ancora} open onClose={() => setAncora(null)} onClick={(evento) => evento.stopPropagation()}>
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
