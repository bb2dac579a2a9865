import type { Conta } from '#contract/contas-receber.ts'
import { emAberto } from '#domain/conta.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { MoreVertOutlined } from '#web/ui/icons/MoreVertOutlined.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { cancelarConta, editarConta, pagar } from './dialogos.tsx'
import { nomeDaConta } from './palavras.ts'
import { verConta } from './verConta.tsx'

/** The actions on an account, each only where the server would accept it. */
export function MenuConta({
  conta,
  aoVer = () => void verConta(conta.id),
  aoAbrirCliente,
}: {
  conta: Conta
  aoVer?: () => void
  aoAbrirCliente?: () => void
}) {
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
    <Menu
      rotulo={`Ações de ${nomeDaConta(conta)}`}
      trigger={
        <IconButton size="small" aria-label={`Mais ações de ${nomeDaConta(conta)}`}>
          <MoreVertOutlined size={20} />
        </IconButton>
      }
    >
      {itens.map((item) => (
        <MenuItem key={item.rotulo} onClick={item.fazer}>
          {item.rotulo}
        </MenuItem>
      ))}
    </Menu>
  )
}
